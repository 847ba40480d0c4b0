-- Earnings of plants by day, for sums over many plants and long periods. facts is a hash of tariffs, factors and time zone,
-- computed_at that of the row of plant_days it belongs to: another value makes the day due again.
create table if not exists plant_earnings_days (
  plant UInt32,
  plant_day Date,
  -- Every digit of the sum; in the plant's currency.
  amount Decimal(38, 19),
  energy_wh Float64,
  -- Part of energy_wh at times without a price.
  unpriced_wh Float64,
  is_estimated UInt8,
  facts UInt32,
  computed_at DateTime64(3, 'UTC')
)
engine = ReplacingMergeTree(computed_at)
order by (plant, plant_day);
