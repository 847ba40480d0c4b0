-- energy_wh is what counts: the energy of a correction where the day has one, else the measured one.
alter table plant_days add column if not exists measured_wh Float64 default energy_wh after energy_wh;
alter table plant_days add column if not exists is_corrected UInt8 default 0 after is_demo;
