-- The alarm log lists entries of the histories of all alarms, newest first.

-- What an entry is filtered by. Copied from its alarm when it is written: as a join, a filter would read the entries of
-- all alarms. Severity is that of the alarm after the entry.
alter table alarm_events add column plant_id uuid;
alter table alarm_events add column device_id uuid;
alter table alarm_events add column alarm_kind text;
alter table alarm_events add column fault_code text;
alter table alarm_events add column severity text;
-- The session of the account; the log of the sign-in has its method and time.
alter table alarm_events add column session_id uuid;

update alarm_events e set plant_id = a.plant_id, device_id = a.device_id, alarm_kind = a.kind, fault_code = a.fault_code,
  severity = coalesce(
    (
      select s.detail ->> 'severity' from alarm_events s
      where s.alarm_id = e.alarm_id and s.kind = 'severity' and s.id <= e.id order by s.id desc limit 1
    ), a.severity)
from alarms a where a.id = e.alarm_id;
-- Before the first change of the severity: as the log of operations has it.
with first as (
  select distinct on (e.alarm_id) e.alarm_id, e.id from alarm_events e where e.kind = 'severity' order by e.alarm_id, e.id
), logged as (
  select distinct on (l.object_id) l.object_id, l.original ->> 'severity' as severity from audit l
  where l.type = 'alarm.severity' order by l.object_id, l.at
)
update alarm_events e set severity = logged.severity from first, logged
where e.alarm_id = first.alarm_id and e.id < first.id and logged.object_id = first.alarm_id::text
  and logged.severity is not null;

alter table alarm_events
  alter column plant_id set not null,
  alter column device_id set not null,
  alter column alarm_kind set not null,
  alter column fault_code set not null,
  alter column severity set not null,
  -- What happened, with how an alarm was cleared: `clearedForced`.
  add column operation text not null generated always as (
    case kind when 'cleared' then 'cleared' || initcap(coalesce(detail ->> 'resolution', 'single')) else kind end
  ) stored,
  drop constraint alarm_events_kind_check,
  add constraint alarm_events_kind_check check (
    kind in ('raised', 'gone', 'acknowledged', 'assigned', 'commented', 'severity', 'cleared', 'grouped', 'ungrouped')
  );

create function copy_alarm_to_event() returns trigger language plpgsql as $$
begin
  select a.plant_id, a.device_id, a.kind, a.fault_code, a.severity
    into new.plant_id, new.device_id, new.alarm_kind, new.fault_code, new.severity
    from alarms a where a.id = new.alarm_id;
  return new;
end
$$;
create trigger alarm_events_copy before insert on alarm_events
  for each row execute function copy_alarm_to_event();

-- Entries are append-only: they go with their alarm, by retention or with its plant or device.
create function refuse_alarm_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from alarms a where a.id = old.alarm_id) then
    return old;
  end if;
  raise exception 'entries of an alarm''s history are append-only';
end
$$;
create trigger alarm_events_append_only before update or delete on alarm_events
  for each row execute function refuse_alarm_event_change();
create function refuse_alarm_events_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'entries of an alarm''s history are append-only';
end
$$;
create trigger alarm_events_no_truncate before truncate on alarm_events
  for each statement execute function refuse_alarm_events_truncate();

-- One for each way to narrow the log, in its order.
create index alarm_events_at on alarm_events (at, id);
create index alarm_events_plant on alarm_events (plant_id, at, id);
create index alarm_events_device on alarm_events (device_id, at, id);
create index alarm_events_code on alarm_events (fault_code, at, id);
create index alarm_events_kind on alarm_events (alarm_kind, severity, at, id);
create index alarm_events_severity on alarm_events (severity, at, id);
create index alarm_events_account on alarm_events (account_id, at, id) where account_id is not null;
create index alarm_events_operation on alarm_events (operation, at, id) where operation not in ('raised', 'gone');
-- The sign-in of a session.
create index audit_sign_in on audit (object_id) where type = 'session.sign-in';
-- Resolved alarms beyond retention.
create index alarms_resolved on alarms (resolved_at) where status = 'resolved';
