-- Rises of a counter beyond what its unit can have produced: shown, and never part of energy_wh.
alter table unit_windows add column if not exists implausible_wh Float64 default 0 codec (ZSTD(1)) after estimated_wh;
alter table plant_windows add column if not exists implausible_wh Float64 default 0 codec (ZSTD(1)) after estimated_wh;
alter table plant_days add column if not exists implausible_wh Float64 default 0 after estimated_wh;
