-- Values beyond a limit whose delay is not over yet, and since when: a restart continues them.
create table threshold_delays (
  device_id uuid not null references devices (id) on delete cascade,
  fault_code text not null,
  since_at timestamptz not null,
  primary key (device_id, fault_code)
);
-- Threshold alarms of devices whose condition is present, read when a gateway starts to report.
create index alarms_present_thresholds on alarms (device_id)
  where kind = 'threshold' and status = 'unresolved' and gone_at is null;
