-- Controllers are few among all devices: a list of them is read from here.
create index devices_controllers on devices (type, id) where type in ('DCON', 'SCON');
