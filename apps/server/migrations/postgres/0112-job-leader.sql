-- The process that runs the background jobs. A new one has a higher term, and what an earlier one has not committed is refused.
create table job_leader (
  id boolean primary key default true check (id),
  term bigint not null,
  process_id uuid not null,
  expires_at timestamptz not null
);
