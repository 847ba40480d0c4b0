-- Parameters of gateways and units: what the device reported last, and what a user requested last.
create table device_parameters (
  device_id uuid not null references devices (id) on delete cascade,
  name text not null,
  reported jsonb,
  reported_at timestamptz,
  requested jsonb,
  requested_at timestamptz,
  command_id uuid references commands (id) on delete set null,
  primary key (device_id, name)
);
