-- Energy that the amount is for: the priced part, that of the DC side multiplied by its factor. Rows without it are of the
-- default factor; days of plants with another one are computed again.
alter table plant_earnings_days add column if not exists
  paid_wh Float64 default (energy_wh - unpriced_wh) * if(is_estimated = 1, 0.96, 1) after unpriced_wh;
