-- Units that are opened and closed one at a time: operations of one device, beside that of its plant.
alter table safety_operations add column device_id uuid references devices (id) on delete cascade;
drop index safety_operations_current;
create unique index safety_operations_current on safety_operations (plant_id)
  where ended_at is null and device_id is null;
create unique index safety_operations_device on safety_operations (device_id)
  where ended_at is null and device_id is not null;
create index safety_operations_devices on safety_operations (plant_id) where device_id is not null;
