-- One row per unit and instant. `seq` and `gateway` name the report; a later arrival of the same instant replaces.
-- `day` is the UTC day of `at`; `device`, `slot`, `plant` and `gateway` are the keys of their rows in PostgreSQL.
-- For a gateway's own unit 0 (kind DCON) `pw` and `eh` hold the AC meter's power and lifetime energy.
create table if not exists samples (
  plant UInt32,
  day Date,
  device UInt32,
  at DateTime64(3, 'UTC') codec (DoubleDelta, ZSTD(1)),
  slot UInt32 codec (ZSTD(1)),
  kind Enum8('DCON' = 1, 'SCON' = 2, 'MCON' = 3, 'OPT' = 4, 'RSD' = 5),
  gateway UInt32 codec (ZSTD(1)),
  seq UInt64 codec (Delta, ZSTD(1)),
  is_history UInt8,
  received_at DateTime64(3, 'UTC') codec (Delta, ZSTD(1)),
  vi Nullable(Float32) codec (ZSTD(1)),
  ii Nullable(Float32) codec (ZSTD(1)),
  vo Nullable(Float32) codec (ZSTD(1)),
  io Nullable(Float32) codec (ZSTD(1)),
  pw Nullable(Float32) codec (ZSTD(1)),
  tp Nullable(Float32) codec (ZSTD(1)),
  eh Nullable(Float64) codec (ZSTD(1)),
  rs Nullable(Float32) codec (ZSTD(1)),
  st Nullable(UInt8) codec (ZSTD(1)),
  sw Nullable(UInt8) codec (ZSTD(1)),
  gi Nullable(Float32) codec (ZSTD(1)),
  ta Nullable(Float32) codec (ZSTD(1)),
  power Nullable(Float32) alias coalesce(pw, vo * io, vi * ii)
)
engine = ReplacingMergeTree(received_at)
partition by toYYYYMM(day)
order by (plant, day, device, at)
settings fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;

-- Every stored report by its sequence number, with the hash of its body: a second body under a known number is evidence.
create table if not exists reports (
  gateway UInt32,
  seq UInt64,
  sent_at DateTime64(3, 'UTC'),
  received_at DateTime64(3, 'UTC'),
  is_history UInt8,
  body_hash UInt64,
  row_count UInt32
)
engine = ReplacingMergeTree(received_at)
order by (gateway, seq)
settings fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 480;
