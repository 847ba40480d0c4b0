-- Repeats are counted in the alarm itself: the times of the latest counted occurrences, by which a repeat within a report
-- interval and a report received twice are recognized, and how many entries its history has of the condition beginning
-- and ending.
alter table alarms add column recent_at timestamptz[] not null default '{}';
alter table alarms add column transitions integer not null default 0;
update alarms a set recent_at = (
  select array_agg(e.at order by e.at) from (
    select e.at from alarm_events e where e.alarm_id = a.id and e.kind = 'raised' order by e.at desc limit 16
  ) e
)
where a.status = 'unresolved' and exists (select from alarm_events e where e.alarm_id = a.id and e.kind = 'raised');
