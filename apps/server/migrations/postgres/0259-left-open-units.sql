-- Units whose hold was released while they were open: they are shown until a later operation opens or closes them, or they are
-- measured closed. Of an operation without units, its device.
create table safety_left_open (
  operation_id uuid not null references safety_operations (id) on delete cascade,
  device_id uuid not null references devices (id) on delete cascade,
  released_at timestamptz not null,
  primary key (operation_id, device_id)
);
create index safety_left_open_device on safety_left_open (device_id);

-- Single devices that were measured closed before there was a column for it: without it they would be called not confirmed closed.
update safety_operations o set proven_at = measured.at
from (
  select u.operation_id, max(coalesce(u.proven_at, u.sample_at)) as at from safety_units u where u.left_at is null
  group by u.operation_id having bool_and(u.state = 'closed')
) measured
where o.id = measured.operation_id and o.kind = 'reset' and o.device_id is not null and o.proven_at is null;
