-- Last day of each plant by which its units were judged.
create table plant_analyses (
  plant_id uuid primary key references plants (id) on delete cascade,
  plant_day date not null
);

-- The judged days of a unit in its plant, the newest last, and what is wrong with it.
create table unit_analyses (
  device_id uuid primary key references devices (id) on delete cascade,
  plant_id uuid not null references plants (id) on delete cascade,
  -- Days since 1970, the energy of the better hours as a share of its peers', and what it lost.
  days integer[] not null,
  best_ratios double precision[] not null,
  lost_wh double precision[] not null,
  finding text check (finding in ('dead', 'half', 'declining')),
  since_day date,
  -- Estimate at the plant's tariff; null without a price.
  lost_per_month numeric(14, 2),
  currency char(3),
  check ((finding is null) = (since_day is null))
);
create index unit_analyses_findings on unit_analyses (plant_id) where finding is not null;
