-- Reports that an account is sent by mail after each period.
create table report_schedules (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  -- Without a plant: all plants of the account, or those with the tag.
  plant_id uuid references plants (id) on delete cascade,
  tag text,
  kind text not null check (kind in ('day', 'month', 'year')),
  format text not null check (format in ('pdf', 'xlsx')),
  language text not null,
  created_at timestamptz not null,
  -- The period whose report is next: '2026-03-29', '2026-03' or '2026'.
  next_period text not null,
  -- When that is; null once the schedule has stopped.
  due_at timestamptz,
  problem text check (problem in ('access', 'email')),
  sent_at timestamptz,
  check ((due_at is null) = (problem is not null)),
  check (plant_id is null or tag is null)
);
create index report_schedules_account on report_schedules (account_id, created_at);
create index report_schedules_plant on report_schedules (plant_id) where plant_id is not null;
create index report_schedules_due on report_schedules (due_at) where due_at is not null;

-- Periods whose mail is in the outbox or sent: written in one transaction with the mail, so that each is mailed once however
-- often its job is repeated.
create table report_mails (
  schedule_id uuid not null references report_schedules (id) on delete cascade,
  period text not null,
  mailed_at timestamptz not null,
  primary key (schedule_id, period)
);
create index report_mails_old on report_mails (mailed_at);

alter table outbox add column attachment bytea, add column attachment_name text, add column attachment_type text,
  add check ((attachment is null) = (attachment_name is null) and (attachment is null) = (attachment_type is null));
-- PDFs and spreadsheets are compressed already.
alter table outbox alter column attachment set storage external;
