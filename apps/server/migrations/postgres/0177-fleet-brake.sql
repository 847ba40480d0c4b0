-- Resets, closes, parameters and upgrades of one account over many plants stop until a second person has confirmed them.
create table fleet_acts (
  account_id uuid not null references accounts (id) on delete cascade,
  plant_id uuid not null references plants (id) on delete cascade,
  at timestamptz not null
);
create index fleet_acts_account on fleet_acts (account_id, at);

create table fleet_brakes (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  company_id uuid not null references companies (id) on delete cascade,
  stopped_at timestamptz not null,
  plant_count integer not null,
  decided_at timestamptz,
  decided_by uuid references accounts (id),
  is_confirmed boolean,
  -- After a confirmation the account goes on until then.
  until_at timestamptz
);
create unique index fleet_brakes_open on fleet_brakes (account_id) where decided_at is null;
create index fleet_brakes_company on fleet_brakes (company_id, stopped_at);
