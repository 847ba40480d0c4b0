-- Searches that many alarms match: a fault code with its kind and status, and grouped alarms in the order of their time,
-- beside `alarms_listed_last`, which leaves them out.
drop index alarms_code;
create index alarms_code on alarms (fault_code, status, kind, last_at, id) include (plant_id);
create index alarms_grouped_last on alarms (kind, status, last_at, id) where parent_alarm_id is not null;
