-- Shutdowns that were drills. Who started one, when, and how long it took are in its operation and its ledger.
create table safety_drills (
  operation_id uuid primary key references safety_operations (id) on delete cascade,
  plant_id uuid not null references plants (id) on delete cascade,
  -- What the person on site checked beside the measurements.
  note text not null default ''
);
create index safety_drills_plant on safety_drills (plant_id);

-- How often a plant has a drill; every 12 months where there is no row.
create table safety_drill_intervals (
  plant_id uuid primary key references plants (id) on delete cascade,
  -- Null: no reminder.
  every_months integer check (every_months between 1 and 60)
);
