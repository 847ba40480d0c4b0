-- Active alarms about missing data, whose end is checked every few seconds, among any number of other alarms.
create index alarms_missing_data on alarms (device_id)
  where status = 'unresolved' and gone_at is null and fault_code in ('H101', 'H102', 'H202');
