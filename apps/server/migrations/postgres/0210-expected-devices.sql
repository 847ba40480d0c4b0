-- Serial numbers that are expected at a plant, compared with the devices found there when it is commissioned.
create table expected_devices (
  plant_id uuid not null references plants (id) on delete cascade,
  -- Order of the list.
  position smallint not null,
  sn text not null check (sn ~ '^[A-Z0-9-]{4,32}$'),
  place text not null default '',
  primary key (plant_id, sn)
);
