-- The device link: secrets, births, sequence, reports set aside or held, commands, roll-up marks.

create table gateways (
  device_id uuid primary key references devices (id) on delete cascade,
  secret_hash bytea,
  -- A claimed secret stays pending until the gateway first signs in with it.
  pending_secret_hash bytea,
  claim_day date,
  claims_on_day integer not null default 0,
  reclaim_until timestamptz,
  session bigint,
  birth_rev bigint,
  clock text check (clock in ('ntp', 'cloud', 'none')),
  report_interval_s integer not null default 300 check (report_interval_s between 1 and 3600),
  is_online boolean not null default false,
  online_since timestamptz,
  last_heard_at timestamptz,
  offline_at timestamptz,
  -- Highest sequence number with everything up to it stored.
  stored_seq bigint not null default 0,
  command_seq bigint not null default 0,
  -- Sum of the latest samples by level, for plant power without a query: written with the stored reports.
  power_at timestamptz,
  ac_meter_power_w double precision,
  string_power_w double precision,
  module_power_w double precision
);

-- Wrong registration codes by where they came from: a lock that anybody could set for everybody would be a way to keep
-- a gateway out. Forgotten an hour after the last.
create table claim_failures (
  gateway_id uuid not null references devices (id) on delete cascade,
  source text not null,
  failures integer not null,
  failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (gateway_id, source)
);

create table births (
  gateway_id uuid not null references devices (id) on delete cascade,
  rev bigint not null,
  body jsonb not null,
  received_at timestamptz not null default now(),
  primary key (gateway_id, rev)
);

-- Reports and rows refused with a reason: the last 1,000 bodies a gateway, the rest counted.
create table reports_set_aside (
  id bigint generated always as identity primary key,
  gateway_id uuid not null references devices (id) on delete cascade,
  received_at timestamptz not null,
  topic text not null,
  seq bigint,
  reason text not null,
  detail text not null default '',
  unit_count integer not null default 0,
  body bytea not null
);
create index reports_set_aside_gateway on reports_set_aside (gateway_id, id);

create table reports_set_aside_counts (
  gateway_id uuid not null references devices (id) on delete cascade,
  reason text not null,
  total bigint not null,
  last_at timestamptz not null,
  primary key (gateway_id, reason)
);

-- Acknowledged reports that cannot be decoded yet: no birth of that revision, or no plant. Kept 7 days.
create table reports_held (
  id bigint generated always as identity primary key,
  gateway_id uuid not null references devices (id) on delete cascade,
  received_at timestamptz not null,
  topic text not null,
  reason text not null check (reason in ('unknown-rev', 'unbound', 'before-link')),
  rev bigint,
  body bytea not null
);
create index reports_held_gateway on reports_held (gateway_id, id);

create table commands (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid references plants (id) on delete cascade,
  gateway_id uuid not null references devices (id) on delete cascade,
  seq bigint not null,
  op text not null,
  -- null: all units; else unit indices of the birth named by rev.
  targets integer[],
  rev bigint,
  args jsonb not null default '{}',
  author_id uuid references accounts (id),
  reason text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  deadline_at timestamptz,
  delivered_at timestamptz,
  deliveries integer not null default 0,
  state text not null default 'queued'
    check (state in ('queued', 'delivered', 'accepted', 'running', 'done', 'refused', 'failed', 'expired')),
  code text,
  percent smallint,
  results jsonb,
  answered_at timestamptz,
  finished_at timestamptz,
  unique (gateway_id, seq)
);
create index commands_open on commands (gateway_id) where finished_at is null;
create index commands_plant on commands (plant_id, created_at);

-- Windows of 15 minutes whose roll-up must be computed again.
create table rollup_marks (
  plant_key integer not null,
  window_at timestamptz not null,
  marked_at timestamptz not null,
  primary key (plant_key, window_at)
);

-- The moment up to which every stored sample is known to have been marked; after a crash the rest is marked again.
create table rollup_checkpoint (
  only_row boolean primary key default true check (only_row),
  marked_until timestamptz not null
);
