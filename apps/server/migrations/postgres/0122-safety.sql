-- Rapid shutdown and reset. docs/safety.md has the states and what leads from one to the next.

-- An accepted press. The hold of a shutdown ends at `ended_at`; a reset is the plant's operation until the next one.
create table safety_operations (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid not null references plants (id) on delete cascade,
  kind text not null check (kind in ('shutdown', 'reset')),
  author_id uuid references accounts (id),
  address text not null default '',
  reason text not null default '',
  idempotency_key text,
  accepted_at timestamptz not null,
  -- End of the countdown; a reset has no effect after it.
  deadline_at timestamptz not null,
  ended_at timestamptz
);
create unique index safety_operations_current on safety_operations (plant_id) where ended_at is null;
create unique index safety_operations_key on safety_operations (author_id, idempotency_key)
  where idempotency_key is not null;
create index safety_operations_plant on safety_operations (plant_id, accepted_at);

-- State of each plant that was ever shut down. Locked before anything of its operations changes; gateways are locked after it.
create table plant_safety (
  plant_id uuid primary key references plants (id) on delete cascade,
  state text not null default 'normal' check (state in (
    'normal', 'shutting-down', 'shut-down', 'partly-shut-down', 'shutdown-timed-out', 'released', 'resetting',
    'partly-reset', 'reset-timed-out'
  )),
  -- The latest operation; it may have ended.
  operation_id uuid references safety_operations (id) on delete cascade,
  changed_at timestamptz not null,
  -- End of the plant's ledger.
  ledger_number bigint not null default 0,
  ledger_hash bytea not null default decode(repeat('00', 32), 'hex')
);
create index plant_safety_counting on plant_safety (state) where state in ('shutting-down', 'resetting');

-- Gateways of an operation.
create table safety_gateways (
  operation_id uuid not null references safety_operations (id) on delete cascade,
  gateway_id uuid not null references devices (id) on delete cascade,
  -- The highest sequence number of its reports when the command was first delivered: only later ones prove anything.
  baseline_seq bigint,
  -- Deliveries since it connected, and when the next one is due; null: none is.
  deliveries integer not null default 0,
  next_delivery_at timestamptz,
  primary key (operation_id, gateway_id)
);
create index safety_gateways_due on safety_gateways (next_delivery_at) where next_delivery_at is not null;

-- Evidence of each unit with a switch, by its live reports.
create table safety_units (
  operation_id uuid not null references safety_operations (id) on delete cascade,
  device_id uuid not null references devices (id) on delete cascade,
  gateway_id uuid references devices (id) on delete set null,
  state text not null default 'unknown' check (state in ('open', 'closed', 'unknown', 'timeout')),
  -- The switch is reported open, but without input there is nothing to measure.
  is_dark boolean not null default false,
  -- When the current state was proven, and the latest sample that agreed or disagreed, corrected by the clock offset.
  proven_at timestamptz,
  sample_at timestamptz,
  output_v real,
  input_v real,
  primary key (operation_id, device_id)
);
create index safety_units_device on safety_units (device_id);

-- "Keep shut": a reset is refused while a plant has a mark.
create table safety_marks (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid not null references plants (id) on delete cascade,
  account_id uuid not null references accounts (id),
  note text not null default '',
  marked_at timestamptz not null,
  ended_at timestamptz
);
create unique index safety_marks_one on safety_marks (plant_id, account_id) where ended_at is null;
create index safety_marks_plant on safety_marks (plant_id);

-- What happened, hash-chained by plant. Rows are only inserted.
create table safety_ledger (
  plant_id uuid not null references plants (id) on delete cascade,
  number bigint not null,
  operation_id uuid references safety_operations (id) on delete cascade,
  at timestamptz not null,
  kind text not null,
  actor_id uuid references accounts (id),
  address text not null default '',
  -- As text: the hash covers exactly these characters.
  detail text not null,
  hash bytea not null,
  primary key (plant_id, number)
);

-- The operation that a command belongs to.
alter table commands add column safety_id uuid references safety_operations (id) on delete cascade;
create index commands_safety on commands (safety_id, gateway_id) where safety_id is not null;

-- What to add to the gateway's instants to have the server's, measured by its live reports.
alter table gateways add column clock_offset_ms double precision, add column clock_offset_at timestamptz;

create function mark_plant_of_safety() returns trigger language plpgsql as $$
begin
  insert into plant_state_marks (plant_id) values (new.plant_id);
  return null;
end
$$;
create trigger plant_safety_inserted_mark after insert on plant_safety for each row execute function mark_plant_of_safety();
create trigger plant_safety_updated_mark after update on plant_safety for each row
  when (old.state is distinct from new.state) execute function mark_plant_of_safety();
