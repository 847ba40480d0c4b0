-- is_known is 0 on days whose energy is not known: they have no windows, or windows at night only. place is a hash of what
-- that depends on for days without measured energy; rows without it are computed again.
alter table plant_earnings_days add column if not exists is_known UInt8 default 1 after is_estimated;
alter table plant_earnings_days add column if not exists place UInt32 default 0 after facts;

-- Nothing is expected of a day that was measured at night only, also where the sun was just up: days without energy that
-- something was expected of are computed again while the job looks at their dates.
alter table plant_expected_days delete
where energy_wh = 0 and expected_wh > 0 and plant_day >= today() - 30 settings mutations_sync = 1;
