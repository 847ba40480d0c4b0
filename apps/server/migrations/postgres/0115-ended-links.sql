-- The account that removed a device from its place. A device that a user has removed from a plant is not adopted into it
-- again by a gateway that still reports it.
alter table device_links add column if not exists ended_by uuid references accounts (id);
-- Few devices have moved: the roll-up reads the ended links of the plants that it computes.
create index if not exists device_links_ended on device_links (plant_id) where to_at is not null;
