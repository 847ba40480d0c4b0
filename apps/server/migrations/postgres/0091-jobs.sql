-- Work that the server does in the background for an account, such as an export.
create table jobs (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null,
  -- Shown in the task list.
  title text not null,
  parameters jsonb not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- Units of work, such as rows; the total is null until it is known.
  done integer not null default 0,
  total integer,
  -- Also names the attempt under way, so that one whose lease has ended changes nothing.
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- Start of the last attempt.
  started_at timestamptz,
  next_attempt_at timestamptz not null,
  -- The process that runs the job renews it; afterwards another process takes the job up again.
  leased_until timestamptz,
  finished_at timestamptz,
  error text,
  check ((state = 'running') = (leased_until is not null)),
  check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null)),
  check ((state = 'failed') = (error is not null))
);
create index jobs_account on jobs (account_id, created_at desc, id);
create index jobs_open on jobs (next_attempt_at) where state in ('queued', 'running');
create index jobs_finished on jobs (finished_at) where finished_at is not null;

-- The file a job has made. It is committed together with the end of the job, so there is one or none.
create table job_files (
  job_id uuid primary key references jobs (id) on delete cascade,
  name text not null,
  content_type text not null,
  content bytea not null,
  -- Whose data it contains: [{ "hiddenParts": [...], "plantIds": [...] }]. Access is checked again when it is downloaded.
  plants jsonb not null
);
-- Spreadsheets are compressed already.
alter table job_files alter column content set storage external;
