-- Addresses that accounts have alarms sent to.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  url text not null,
  plants text not null check (plants in ('all', 'chosen')),
  plant_ids uuid[] not null,
  min_severity text not null check (min_severity in ('warning', 'alarm', 'fault')),
  events text[] not null check (cardinality(events) > 0 and events <@ array['raised', 'ended', 'cleared']),
  -- failed: turned off because no attempt succeeded for days; gone: the receiver answered 410.
  state text not null check (state in ('on', 'off', 'failed', 'gone')),
  -- AES-256-GCM under a key of server_keys.
  secret bytea not null,
  -- Signs as well until its time, so that a receiver can be changed over.
  previous_secret bytea,
  previous_secret_until timestamptz,
  failing_since timestamptz,
  last_success_at timestamptz,
  created_at timestamptz not null,
  check ((previous_secret is null) = (previous_secret_until is null))
);
create index webhooks_account on webhooks (account_id);

-- Events of alarms that no webhook was decided for yet; as alarm_event_queue, which is for mails.
create table webhook_event_queue (
  event_id bigint primary key references alarm_events (id) on delete cascade,
  alarm_id uuid not null references alarms (id) on delete cascade
);
create index webhook_event_queue_alarm on webhook_event_queue (alarm_id);

-- One statement per insert, and nothing without a webhook: a storm of alarms does not wait for webhooks.
create function queue_webhook_events() returns trigger language plpgsql as $$
begin
  insert into webhook_event_queue (event_id, alarm_id)
  select id, alarm_id from added
  where kind in ('raised', 'gone', 'cleared') and exists (select from webhooks where state = 'on');
  return null;
end
$$;
create trigger alarm_events_webhooks after insert on alarm_events
  referencing new table as added for each statement execute function queue_webhook_events();

-- Requests to send. The id is the header webhook-id, the same in every attempt.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks (id) on delete cascade,
  is_test boolean not null default false,
  -- Events of alarms as they were when they were queued.
  events jsonb not null,
  event_count integer not null,
  state text not null check (state in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  -- The attempt under way ends before this time; afterwards another process may try again.
  leased_until timestamptz,
  last_status integer,
  last_error text,
  finished_at timestamptz,
  check ((state = 'pending') = (next_attempt_at is not null)),
  check ((state = 'pending') = (finished_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where state = 'pending';
create index webhook_deliveries_next on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_list on webhook_deliveries (webhook_id, created_at desc, id);
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;
