create table alarms (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid not null references plants (id) on delete cascade,
  device_id uuid not null references devices (id) on delete cascade,
  kind text not null check (kind in ('device', 'threshold')),
  fault_code text not null,
  source text not null default '',
  description text not null default '',
  severity text not null check (severity in ('fault', 'alarm', 'warning')),
  status text not null default 'unresolved' check (status in ('unresolved', 'resolved')),
  count integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The condition is no longer there; the alarm stays unresolved until a person clears it.
  gone_at timestamptz,
  acknowledged_by uuid references accounts (id),
  acknowledged_at timestamptz,
  assignee_id uuid references accounts (id),
  resolved_by uuid references accounts (id),
  resolved_at timestamptz,
  resolution text check (resolution in ('single', 'batch', 'forced')),
  resolution_reason text not null default ''
);
create unique index alarms_one_unresolved on alarms (device_id, fault_code) where status = 'unresolved';
create index alarms_plant on alarms (plant_id, last_at);
create index alarms_unresolved on alarms (plant_id) where status = 'unresolved';

-- When a device last said that a condition is over: history may bring the end before the beginning.
create table condition_ends (
  device_id uuid not null references devices (id) on delete cascade,
  fault_code text not null,
  gone_at timestamptz not null,
  primary key (device_id, fault_code)
);

-- Append-only history of an alarm.
create table alarm_events (
  id bigint generated always as identity primary key,
  alarm_id uuid not null references alarms (id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('raised', 'gone', 'acknowledged', 'assigned', 'commented', 'cleared')),
  account_id uuid references accounts (id),
  detail jsonb not null default '{}'
);
create index alarm_events_alarm on alarm_events (alarm_id, id);
-- A repeated raise of one report must not be counted twice.
create unique index alarm_events_once on alarm_events (alarm_id, kind, at) where kind in ('raised', 'gone');

-- Written in the transaction of what it records; ids of accounts, never names.
create table audit (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default now(),
  kind text not null check (kind in ('operation', 'system', 'security')),
  type text not null,
  actor_id uuid,
  company_id uuid,
  plant_id uuid,
  object_type text not null default '',
  object_id text not null default '',
  original jsonb,
  new jsonb,
  method text not null default '',
  address text not null default '',
  -- Filled once by the chaining job.
  number bigint unique,
  hash bytea
);
create index audit_at on audit (at);
create index audit_company on audit (company_id, at);
create index audit_plant on audit (plant_id, at);
create index audit_unchained on audit (at) where number is null;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.number is null and new.number is not null and new.hash is not null
     and (to_jsonb(new) - 'number' - 'hash') = (to_jsonb(old) - 'number' - 'hash') then
    return new;
  end if;
  raise exception 'audit rows are append-only';
end
$$;
create trigger audit_append_only before update or delete on audit
  for each row execute function refuse_audit_change();
create trigger audit_no_truncate before truncate on audit
  for each statement execute function refuse_audit_change();

-- Refusals are counted, not listed, so that a stranger cannot fill the audit table.
create table refusal_counts (
  actor text not null,
  endpoint text not null,
  minute timestamptz not null,
  total integer not null,
  primary key (actor, endpoint, minute)
);
