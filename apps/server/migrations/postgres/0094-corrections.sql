-- A day of a plant set to a reference, such as its meter. While it is not cancelled, its energy counts instead of the
-- measured one: the roll-up writes it into plant_days.energy_wh.
create table corrections (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid not null references plants (id) on delete cascade,
  -- The plant's own day.
  plant_day date not null,
  mode text not null check (mode in ('auto', 'manual')),
  -- Energy that counted before; null without any data of the day. Data that arrives later does not change it.
  source_wh double precision,
  corrected_wh double precision not null check (corrected_wh >= 0),
  created_at timestamptz not null,
  -- Null for automatic corrections.
  created_by uuid references accounts (id),
  cancelled_at timestamptz,
  cancelled_by uuid references accounts (id),
  -- The plant's energies follow the row as it is. A process that ends before leaves it to the job.
  is_counted boolean not null default false
);
create index corrections_plant on corrections (plant_id, plant_day desc, created_at desc);
create unique index corrections_active on corrections (plant_id, plant_day) where cancelled_at is null;
create index corrections_uncounted on corrections (plant_id) where not is_counted;

-- Plants whose days are corrected automatically.
create table auto_corrections (
  plant_id uuid primary key references plants (id) on delete cascade,
  -- Days that ended before are not corrected.
  since timestamptz not null
);
