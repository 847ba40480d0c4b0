-- Data controllers are few among all devices: a list of them is read from here.
create index devices_type on devices (type, id);
