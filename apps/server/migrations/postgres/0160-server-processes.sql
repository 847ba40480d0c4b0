-- Processes of the installation, each reported by itself every few seconds. A row whose process has ended without a stop
-- stays for a day.
create table server_processes (
  id uuid primary key,
  host text not null,
  roles text[] not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  is_ready boolean not null,
  is_stopping boolean not null,
  -- Parts by name, as readiness names them.
  parts jsonb not null,
  -- Gateways and event streams that are connected to it.
  gateways integer not null,
  streams integer not null
);
