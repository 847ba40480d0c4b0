-- Shutdowns that were accepted while the database was full or away, once they were brought in from the journal.
create table safety_presses (
  press_id uuid primary key,
  plant_id uuid not null references plants (id) on delete cascade,
  accepted_at timestamptz not null,
  -- When the access rights that decided were read.
  rights_at timestamptz not null,
  imported_at timestamptz not null
);
create index safety_presses_plant on safety_presses (plant_id);
