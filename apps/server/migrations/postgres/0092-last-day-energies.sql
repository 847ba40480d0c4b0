-- Energy of the last 24 hours, for sums over plants in several time zones, whose days begin at different times.
-- cumulative_wh[n] is the energy of the first n - 1 of 25 UTC hours; the first of them is hours_from, in hours since 1970.
-- Empty until the roll-up writes the plant's energies again.
alter table plant_energies
  add column hours_from integer not null default 0,
  add column cumulative_wh double precision[] not null default '{}';
