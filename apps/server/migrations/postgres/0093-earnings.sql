-- Changes with every writing of the row, so that what was computed from it is found again.
create sequence plant_energies_revision;
alter table plant_energies add column revision bigint not null default nextval('plant_energies_revision');

-- Earnings of each plant's current day, written after its energies, for sums over many plants in one database.
create table plant_earnings (
  plant_key integer primary key references plants (key) on delete cascade,
  -- What the row was computed from: the revision of plant_energies, and of the plant (seconds since 1970 of updated_at).
  energies_revision bigint not null,
  plant_revision text not null,
  day_ends_at timestamptz not null,
  -- Every digit of the sum; in the plant's currency.
  today_amount numeric not null,
  unpriced_today_wh double precision not null,
  is_estimated boolean not null
);
