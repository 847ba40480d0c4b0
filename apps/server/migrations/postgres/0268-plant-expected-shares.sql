-- The energy of each plant as a share of the expected one on the last days that are over there, so that a list of many
-- plants is sorted by it in one database. A plant of which no energy is expected has no row.
create table plant_expected_shares (
  plant_key integer primary key references plants (key) on delete cascade,
  -- 1 for all of the expected energy.
  share double precision not null,
  -- The irradiance was measured on all of these days; else the energy is compared with a clear sky.
  is_irradiance boolean not null
);
