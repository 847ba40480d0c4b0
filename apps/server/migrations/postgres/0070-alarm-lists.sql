-- The alarm of a parent that is down, under which this one is grouped in lists.
alter table alarms add column parent_alarm_id uuid references alarms (id) on delete set null;
create index alarms_parent on alarms (parent_alarm_id) where parent_alarm_id is not null;

alter table alarms add column severity_rank smallint not null
  generated always as (case severity when 'fault' then 3 when 'alarm' then 2 else 1 end) stored;

-- Lists of open alarms, newest or most severe first, of all plants or of one.
create index alarms_open_last on alarms (last_at, id) where status = 'unresolved' and parent_alarm_id is null;
create index alarms_open_severity on alarms (severity_rank, last_at, id)
  where status = 'unresolved' and parent_alarm_id is null;
drop index alarms_unresolved;
create index alarms_unresolved on alarms (plant_id, last_at) where status = 'unresolved';
-- History of all plants, and of a device and fault.
create index alarms_last on alarms (last_at, id);
create index alarms_device on alarms (device_id, fault_code, last_at);

alter table alarm_events drop constraint alarm_events_kind_check;
alter table alarm_events add constraint alarm_events_kind_check
  check (kind in ('raised', 'gone', 'acknowledged', 'assigned', 'commented', 'severity', 'cleared'));
