-- Current energies of each plant, written by the roll-up with the days they are sums of, so that lists, totals and details
-- read one database. A plant without any counted day has no row.
create table plant_energies (
  plant_key integer primary key references plants (key) on delete cascade,
  -- When the plant's own day, month and year end that the figures belong to.
  day_ends_at timestamptz not null,
  month_ends_at timestamptz not null,
  year_ends_at timestamptz not null,
  today_wh double precision not null,
  month_wh double precision not null,
  year_wh double precision not null,
  total_wh double precision not null,
  backfilled_today_wh double precision not null,
  estimated_today_wh double precision not null,
  implausible_today_wh double precision not null,
  resets_today integer not null,
  -- First day with measured energy.
  first_day date,
  -- Starts of the measured 15-minute windows of the day, in windows since 1970.
  measured_windows integer[] not null
);

-- The gateways of a plant, which have no parent, without reading the links of its units.
create index device_links_gateways on device_links (plant_id, device_id) where to_at is null and parent_id is null;

-- Names in the order people expect: "Roof 2" before "Roof 10", whatever the case.
create collation natural_order (provider = icu, locale = 'en-u-kn-true');
