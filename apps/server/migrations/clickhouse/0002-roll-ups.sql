-- Energy of one unit in one 15-minute window (UTC). Origin demo: seeded history that the roll-up job never touches.
create table if not exists unit_windows (
  plant UInt32,
  window_at DateTime('UTC') codec (DoubleDelta, ZSTD(1)),
  device UInt32,
  slot UInt32,
  origin Enum8('rollup' = 1, 'demo' = 2),
  kind Enum8('DCON' = 1, 'SCON' = 2, 'MCON' = 3, 'OPT' = 4, 'RSD' = 5),
  energy_wh Float64 codec (ZSTD(1)),
  backfilled_wh Float64 codec (ZSTD(1)),
  estimated_wh Float64 codec (ZSTD(1)),
  resets UInt16,
  -- Whether a sample lies in the window, or a step of the counter short enough not to be an estimate covers it.
  is_measured UInt8 default 1,
  sample_count UInt32,
  power_avg_w Nullable(Float32) codec (ZSTD(1)),
  power_max_w Nullable(Float32) codec (ZSTD(1)),
  voltage_avg_v Nullable(Float32) codec (ZSTD(1)),
  current_avg_a Nullable(Float32) codec (ZSTD(1)),
  temperature_max_c Nullable(Float32) codec (ZSTD(1)),
  counter_last_wh Nullable(Float64) codec (ZSTD(1)),
  computed_at DateTime64(3, 'UTC')
)
engine = ReplacingMergeTree(computed_at)
partition by toYear(window_at)
order by (plant, window_at, device, slot, origin);

-- Energy of a plant's level in one window: the sum of its units.
create table if not exists plant_windows (
  plant UInt32,
  level Enum8('ac-meter' = 1, 'string' = 2, 'module' = 3),
  window_at DateTime('UTC') codec (DoubleDelta, ZSTD(1)),
  energy_wh Float64 codec (ZSTD(1)),
  backfilled_wh Float64 codec (ZSTD(1)),
  estimated_wh Float64 codec (ZSTD(1)),
  resets UInt32,
  -- Units measured in the window; 0 means that nothing is known of it.
  unit_count UInt32,
  is_demo UInt8,
  computed_at DateTime64(3, 'UTC')
)
engine = ReplacingMergeTree(computed_at)
partition by toYear(window_at)
order by (plant, level, window_at);

-- Counted energy of a plant on one of its local days.
create table if not exists plant_days (
  plant UInt32,
  plant_day Date,
  level Enum8('ac-meter' = 1, 'string' = 2, 'module' = 3),
  energy_wh Float64,
  backfilled_wh Float64,
  estimated_wh Float64,
  resets UInt32,
  -- Windows with measured units, to tell a gap from a quiet day.
  window_count UInt16,
  is_demo UInt8,
  computed_at DateTime64(3, 'UTC')
)
engine = ReplacingMergeTree(computed_at)
order by (plant, plant_day);
