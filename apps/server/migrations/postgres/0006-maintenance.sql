-- Maintenance pop-ups: what is announced, and when the console (web) or the installed app (app) stops.
create table maintenance_pop_ups (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  -- Concerns the sessions that were opened by this endpoint (sessions.endpoint).
  kind text not null check (kind in ('web', 'app')),
  preview_at timestamptz not null,
  service_stop_at timestamptz not null,
  service_restart_at timestamptz not null,
  is_on boolean not null default false,
  -- Counts the changes, so that an edit of something older is refused.
  version integer not null default 1,
  last_operator_id uuid not null references accounts (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (preview_at <= service_stop_at and service_stop_at < service_restart_at)
);
-- What every process looks up again and again: the few that are on and not over.
create index maintenance_pop_ups_on on maintenance_pop_ups (service_restart_at) where is_on;
