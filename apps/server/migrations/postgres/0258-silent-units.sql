-- Units that were offline, or asleep, alone a moment ago: their gateway communicates, or they have none. A job
-- finds them anew each minute (devices/status), so that lists of a large fleet examine these instead of every device.
create table silent_units (
  device_id uuid primary key references devices (id) on delete cascade
);
