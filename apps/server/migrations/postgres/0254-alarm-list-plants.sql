-- Lists of alarms of many plants but not all: the indexes in the order of each sort key have the plant as well, so that alarms
-- of other plants are passed over without being read. Those with and without an acknowledgement are told apart the same way.
drop index alarms_listed_last;
drop index alarms_listed_first;
drop index alarms_listed_severity;
drop index alarms_listed_code;
drop index alarms_listed_count;
drop index alarms_listed_gone;
drop index alarms_listed_acknowledged;
drop index alarms_grouped_last;
create index alarms_listed_last on alarms (kind, status, last_at, id)
  include (plant_id, severity_rank, gone_at, acknowledged_at) where parent_alarm_id is null;
create index alarms_listed_first on alarms (kind, status, first_at, last_at, id) include (plant_id)
  where parent_alarm_id is null;
create index alarms_listed_severity on alarms (kind, status, severity_rank, last_at, id) include (plant_id)
  where parent_alarm_id is null;
create index alarms_listed_code on alarms (kind, status, fault_code collate natural_order, last_at, id) include (plant_id)
  where parent_alarm_id is null;
create index alarms_listed_count on alarms (kind, status, count, last_at, id) include (plant_id)
  where parent_alarm_id is null;
create index alarms_listed_gone on alarms (kind, status, gone_at, last_at, id) include (plant_id)
  where parent_alarm_id is null and gone_at is not null;
create index alarms_listed_acknowledged on alarms (kind, status, acknowledged_at, last_at, id) include (plant_id)
  where parent_alarm_id is null and acknowledged_at is not null;
create index alarms_grouped_last on alarms (kind, status, last_at, id) include (plant_id) where parent_alarm_id is not null;
