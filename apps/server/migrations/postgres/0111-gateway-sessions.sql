-- Which process has a gateway's session. Each sign-in of the gateway itself increases the epoch, and what an earlier session
-- still wants to write is refused by it.
alter table gateways
  add column session_epoch bigint not null default 0,
  add column session_process uuid,
  add column session_started_at timestamptz;
create index gateways_session_started on gateways (session_started_at) where session_started_at is not null;

-- The process with the session issues the sequence number when it delivers a command, and a new one at each further delivery.
alter table commands alter column seq drop not null;
alter table commands add column queue_no bigint generated always as identity;
