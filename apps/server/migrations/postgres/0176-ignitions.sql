-- Starts of the units' keep-alive: automatic ones as gateways report them, and those that a user sent.
create table ignitions (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid not null references plants (id) on delete cascade,
  gateway_id uuid not null references devices (id) on delete cascade,
  mode text not null check (mode in ('auto', 'manual')),
  -- When it was reported, or when the user pressed.
  at timestamptz not null,
  author_id uuid references accounts (id),
  cancelled_by uuid references accounts (id),
  command_id uuid unique references commands (id) on delete set null,
  -- What the gateway reported of it; null until then.
  reported_at timestamptz,
  units_started integer,
  units_failed integer
);
create index ignitions_plant on ignitions (plant_id, at);
create index ignitions_gateway on ignitions (gateway_id, at);
