-- "unconfirmed": sent, and nobody knows whether it took effect. "cancelled": never sent, since a user withdrew it or the
-- units behind the gateway changed.
alter table commands drop constraint commands_state_check;
alter table commands add constraint commands_state_check check (state in (
  'queued', 'delivered', 'accepted', 'running', 'done', 'refused', 'failed', 'unconfirmed', 'expired', 'cancelled'
));
-- When it was sent last; delivered_at is the first time.
alter table commands add column sent_at timestamptz, add column idempotency_key text;
create unique index commands_idempotency on commands (author_id, idempotency_key) where idempotency_key is not null;
create index commands_gateway on commands (gateway_id, created_at);

-- What became of a command at each device. Units are those of the birth that the command's `rev` names.
create table command_results (
  command_id uuid not null references commands (id) on delete cascade,
  unit integer not null,
  device_id uuid references devices (id) on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'unconfirmed', 'unsent')),
  code text,
  -- Values that the device reported with its answer.
  read_back jsonb,
  at timestamptz,
  primary key (command_id, unit)
);
create index command_results_device on command_results (device_id, command_id);
