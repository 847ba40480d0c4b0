-- The days of plant_days by date: sums over many plants and few days read these days only.
create table if not exists plant_days_by_date (
  plant_day Date,
  plant UInt32,
  energy_wh Float64,
  window_count UInt16,
  computed_at DateTime64(3, 'UTC')
)
engine = ReplacingMergeTree(computed_at)
order by (plant_day, plant);

create materialized view if not exists plant_days_by_date_view to plant_days_by_date
as select plant_day, plant, energy_wh, window_count, computed_at from plant_days;

insert into plant_days_by_date (plant_day, plant, energy_wh, window_count, computed_at)
select plant_day, plant, energy_wh, window_count, computed_at from plant_days final where plant_day >= today() - 40;

-- Energy of the measured windows of a complete day beside the energy expected in them. facts is a hash of what the
-- expectation depends on, computed_at that of the row of plant_days it belongs to: another value makes it due again.
create table if not exists plant_expected_days (
  plant_day Date,
  plant UInt32,
  energy_wh Float64,
  expected_wh Float64,
  is_irradiance UInt8,
  facts UInt32,
  computed_at DateTime64(3, 'UTC')
)
engine = ReplacingMergeTree(computed_at)
order by (plant_day, plant);
