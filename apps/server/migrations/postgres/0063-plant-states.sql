-- The state of each plant as the rule in devices/status computed it, so that lists and totals do not compute it again. A
-- state holds from `valid_from` until `valid_until` unless something that decides it is written: then triggers add a mark
-- in the same transaction, and readers compute the plant's state until the marks are processed.
create table plant_states (
  plant_id uuid primary key references plants (id) on delete cascade,
  reason text not null,
  status text not null,
  gateway_count integer not null,
  online_count integer not null,
  report_interval_s integer not null,
  updated_at timestamptz,
  -- The metering level that counts, and the power measured on it.
  level text not null,
  power_w double precision,
  valid_from timestamptz not null,
  valid_until timestamptz not null
);
create index plant_states_valid_until on plant_states (valid_until);

-- Inserted only, so that no writer waits for another. A row per change: the same plant may have several. All of them are
-- read, and they are few.
create table plant_state_marks (
  plant_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

insert into plant_state_marks (plant_id) select id from plants;

create function mark_changed_plants() returns trigger language plpgsql as $$
begin
  insert into plant_state_marks (plant_id) select distinct plant_id from changed;
  return null;
end
$$;
create function mark_changed_alarms() returns trigger language plpgsql as $$
begin
  insert into plant_state_marks (plant_id)
  select distinct plant_id from (
    (select id, plant_id, severity, status, gone_at is null from changed
      except select id, plant_id, severity, status, gone_at is null from former)
    union all
    (select id, plant_id, severity, status, gone_at is null from former
      except select id, plant_id, severity, status, gone_at is null from changed)
  ) as differing;
  return null;
end
$$;
create function mark_changed_links() returns trigger language plpgsql as $$
begin
  insert into plant_state_marks (plant_id)
  select distinct plant_id from (
    (select id, plant_id, device_id, parent_id is null, to_at is null from changed
      except select id, plant_id, device_id, parent_id is null, to_at is null from former)
    union all
    (select id, plant_id, device_id, parent_id is null, to_at is null from former
      except select id, plant_id, device_id, parent_id is null, to_at is null from changed)
  ) as differing;
  return null;
end
$$;
create function mark_plants_of_gateways() returns trigger language plpgsql as $$
begin
  insert into plant_state_marks (plant_id)
  select distinct l.plant_id from changed g join device_links l on l.device_id = g.device_id and l.to_at is null;
  return null;
end
$$;
-- A message that follows the last one in good time only extends what holds: the state is computed again when its
-- `valid_until`, which was known before, has come. Half of the three intervals after which a gateway is silent is more than
-- the clocks of two processes differ.
create function mark_plants_of_changed_gateways() returns trigger language plpgsql as $$
begin
  insert into plant_state_marks (plant_id)
  select distinct l.plant_id
  from changed g
  join former f on f.device_id = g.device_id
  join device_links l on l.device_id = g.device_id and l.to_at is null
  where (g.is_online, g.report_interval_s, g.power_at, g.ac_meter_power_w, g.string_power_w, g.module_power_w,
      g.last_heard_at is null)
    is distinct from (f.is_online, f.report_interval_s, f.power_at, f.ac_meter_power_w, f.string_power_w,
      f.module_power_w, f.last_heard_at is null)
    or g.last_heard_at < f.last_heard_at
    or g.last_heard_at >= f.last_heard_at + make_interval(secs => 1.5 * g.report_interval_s);
  return null;
end
$$;
create function mark_plant_of_unit() returns trigger language plpgsql as $$
begin
  insert into plant_state_marks (plant_id)
  select l.plant_id from device_links l where l.device_id = new.device_id and l.to_at is null;
  return null;
end
$$;

create function mark_plant() returns trigger language plpgsql as $$
begin
  insert into plant_state_marks (plant_id) values (new.id);
  return null;
end
$$;

create trigger plants_state_mark after insert on plants for each row execute function mark_plant();

create trigger gateways_inserted_mark after insert on gateways
  referencing new table as changed for each statement execute function mark_plants_of_gateways();
create trigger gateways_updated_mark after update on gateways
  referencing old table as former new table as changed for each statement execute function mark_plants_of_changed_gateways();
create trigger gateways_deleted_mark after delete on gateways
  referencing old table as changed for each statement execute function mark_plants_of_gateways();

-- Units report often and become faulty rarely: the condition costs less than a table of changed rows.
create trigger device_states_inserted_mark after insert on device_states
  for each row when (new.unit_status = 7) execute function mark_plant_of_unit();
create trigger device_states_updated_mark after update on device_states
  for each row when ((new.unit_status = 7) is distinct from (old.unit_status = 7)) execute function mark_plant_of_unit();

create trigger device_links_inserted_mark after insert on device_links
  referencing new table as changed for each statement execute function mark_changed_plants();
create trigger device_links_updated_mark after update on device_links
  referencing old table as former new table as changed for each statement execute function mark_changed_links();
create trigger device_links_deleted_mark after delete on device_links
  referencing old table as changed for each statement execute function mark_changed_plants();

create trigger alarms_inserted_mark after insert on alarms
  referencing new table as changed for each statement execute function mark_changed_plants();
create trigger alarms_updated_mark after update on alarms
  referencing old table as former new table as changed for each statement execute function mark_changed_alarms();
create trigger alarms_deleted_mark after delete on alarms
  referencing old table as changed for each statement execute function mark_changed_plants();

create trigger metering_sets_inserted_mark after insert on metering_sets
  referencing new table as changed for each statement execute function mark_changed_plants();
create trigger metering_sets_updated_mark after update on metering_sets
  referencing new table as changed for each statement execute function mark_changed_plants();
create trigger metering_sets_deleted_mark after delete on metering_sets
  referencing old table as changed for each statement execute function mark_changed_plants();
