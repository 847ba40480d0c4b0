-- Events of alarms that no notification was decided for yet. A row is deleted in the transaction that decides, so that each
-- event is decided once, in whatever order transactions commit.
create table alarm_event_queue (
  event_id bigint primary key references alarm_events (id) on delete cascade,
  alarm_id uuid not null references alarms (id) on delete cascade
);
create index alarm_event_queue_alarm on alarm_event_queue (alarm_id);

create function queue_alarm_event() returns trigger language plpgsql as $$
begin
  insert into alarm_event_queue (event_id, alarm_id) values (new.id, new.alarm_id);
  return null;
end
$$;
create trigger alarm_events_queue after insert on alarm_events
  for each row when (new.kind in ('raised', 'gone')) execute function queue_alarm_event();

-- Alarm mails of an account. Without a row: faults of the plants the account owns, immediately.
create table alarm_mail_settings (
  account_id uuid primary key references accounts (id) on delete cascade,
  is_on boolean not null,
  plants text not null check (plants in ('owned', 'all', 'chosen')),
  plant_ids uuid[] not null,
  min_severity text not null check (min_severity in ('warning', 'alarm', 'fault')),
  digest text not null check (digest in ('immediate', 'hourly', 'daily')),
  has_recovery boolean not null,
  -- Hours of the local clock; the same hour twice is the whole day, so it is refused.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  quiet_zone text not null check (quiet_zone in ('account', 'plant')),
  -- IANA zone of the account.
  time_zone text not null,
  max_per_hour smallint not null check (max_per_hour between 1 and 30),
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to)
);

-- What an account is notified of: one row per account and occurrence.
create table alarm_notifications (
  account_id uuid not null references accounts (id) on delete cascade,
  -- Of alarm_events, which may be deleted earlier.
  event_id bigint not null,
  alarm_id uuid not null references alarms (id) on delete cascade,
  kind text not null check (kind in ('raised', 'gone')),
  at timestamptz not null,
  due_at timestamptz not null,
  -- Null until the mail is in the outbox.
  mailed_at timestamptz,
  primary key (account_id, event_id)
);
create index alarm_notifications_due on alarm_notifications (due_at) where mailed_at is null;
create index alarm_notifications_alarm on alarm_notifications (alarm_id, account_id);
create index alarm_notifications_mailed on alarm_notifications (mailed_at) where mailed_at is not null;

-- Mails of the last hours, for the limit per account and hour.
create table alarm_mails (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  mailed_at timestamptz not null
);
create index alarm_mails_account on alarm_mails (account_id, mailed_at);

-- Address at which the recipient of this kind of mail ends it.
alter table outbox add column unsubscribe_url text;
