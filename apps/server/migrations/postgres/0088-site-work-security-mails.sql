-- Windows in which notifications about alarms of a plant wait: from, inclusive, until, exclusive. One that was ended early
-- ends then; one that was cancelled before it began is empty.
create table site_works (
  id uuid primary key default gen_random_uuid(),
  plant_id uuid not null references plants (id) on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz not null,
  reason text not null,
  created_by uuid references accounts (id),
  created_at timestamptz not null,
  -- Who extended, shortened or ended it last.
  changed_by uuid references accounts (id),
  changed_at timestamptz,
  check (until_at >= from_at)
);
create index site_works_plant on site_works (plant_id, until_at);

-- Rows of the log of kind security that no mail was decided for yet. A row is deleted in the transaction that decides, so
-- that each is decided once, in whatever order transactions commit.
create table security_event_queue (
  audit_id uuid primary key
);

create function queue_security_event() returns trigger language plpgsql as $$
begin
  insert into security_event_queue (audit_id) values (new.id);
  return null;
end
$$;
create trigger audit_security_queue after insert on audit
  for each row when (new.kind = 'security') execute function queue_security_event();

-- What an account with the role ROOT is still to be mailed, counted by type of event.
create table security_mail_counts (
  account_id uuid not null references accounts (id) on delete cascade,
  type text not null,
  events integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Of audit; the mail names its object.
  last_audit_id uuid not null,
  primary key (account_id, type)
);

-- When an account was last mailed security events.
create table security_mails (
  account_id uuid primary key references accounts (id) on delete cascade,
  mailed_at timestamptz not null
);

-- Since when some process accepts reports of gateways without a break, and when one last said so.
create table link_activity (
  id boolean primary key default true check (id),
  up_since timestamptz not null,
  beat_at timestamptz not null
);
