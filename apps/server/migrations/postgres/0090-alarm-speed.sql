-- Lists of alarms by every sort key: each index delivers the alarms of one kind and status in the order of one key, so that
-- a page is read without sorting. Alarms grouped under a parent are not in these lists.
drop index alarms_open_last;
drop index alarms_open_severity;
drop index alarms_open_first;
drop index alarms_open_counts;
drop index alarms_last;
drop index alarms_code;
drop index alarms_assignee;
drop index alarms_plant;
drop index alarms_unresolved;
create index alarms_listed_last on alarms (kind, status, last_at, id) include (plant_id, severity_rank, gone_at)
  where parent_alarm_id is null;
create index alarms_listed_first on alarms (kind, status, first_at, last_at, id) where parent_alarm_id is null;
create index alarms_listed_severity on alarms (kind, status, severity_rank, last_at, id) where parent_alarm_id is null;
create index alarms_listed_code on alarms (kind, status, fault_code collate natural_order, last_at, id)
  where parent_alarm_id is null;
create index alarms_listed_count on alarms (kind, status, count, last_at, id) where parent_alarm_id is null;
create index alarms_listed_gone on alarms (kind, status, gone_at, last_at, id)
  where parent_alarm_id is null and gone_at is not null;
create index alarms_listed_acknowledged on alarms (kind, status, acknowledged_at, last_at, id)
  where parent_alarm_id is null and acknowledged_at is not null;
create index alarms_assignee on alarms (assignee_id, kind, status, last_at, id) where assignee_id is not null;
-- Alarms of a few plants, and their counts from the index alone; open ones apart, so that their index remains small.
create index alarms_plant on alarms (plant_id, last_at, id) include (kind, status, severity_rank, gone_at, parent_alarm_id);
create index alarms_unresolved on alarms (plant_id, last_at, id)
  include (kind, severity_rank, gone_at, acknowledged_at, parent_alarm_id) where status = 'unresolved';
-- Plants by name, as their alarms are sorted.
create index plants_name on plants (name collate natural_order, id);
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index plants_search on plants using gin (name gin_trgm_ops);
  end if;
end
$$;
-- Alarms of a fault code, whatever their kind and status.
create index alarms_code on alarms (fault_code, last_at);

-- How many alarms there are, of all plants together: counting them takes longer the more there are. Every change adds a
-- row to `alarm_total_changes` in its own transaction, which waits for no other; a job moves them to `alarm_totals`. The
-- numbers are the sums of both tables.
create table alarm_totals (
  kind text not null,
  status text not null,
  severity_rank smallint not null,
  is_gone boolean not null,
  is_grouped boolean not null,
  total integer not null,
  unacknowledged integer not null,
  primary key (kind, status, severity_rank, is_gone, is_grouped)
);
create table alarm_total_changes (
  kind text not null,
  status text not null,
  severity_rank smallint not null,
  is_gone boolean not null,
  is_grouped boolean not null,
  total integer not null,
  unacknowledged integer not null
);

create function add_alarm_total_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into alarm_total_changes
    select kind, status, severity_rank, gone_at is not null, parent_alarm_id is not null, count(*),
      count(*) filter (where acknowledged_at is null)
    from new_rows group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into alarm_total_changes
    select kind, status, severity_rank, gone_at is not null, parent_alarm_id is not null, -count(*),
      -count(*) filter (where acknowledged_at is null)
    from old_rows group by 1, 2, 3, 4, 5;
  else
    insert into alarm_total_changes
    select kind, status, severity_rank, is_gone, is_grouped, sum(change), coalesce(sum(change) filter (where is_new), 0)
    from (
      select kind, status, severity_rank, gone_at is not null as is_gone, parent_alarm_id is not null as is_grouped,
        acknowledged_at is null as is_new, 1 as change from new_rows
      union all
      select kind, status, severity_rank, gone_at is not null, parent_alarm_id is not null, acknowledged_at is null, -1
      from old_rows
    ) changed
    group by 1, 2, 3, 4, 5
    having sum(change) <> 0 or coalesce(sum(change) filter (where is_new), 0) <> 0;
  end if;
  return null;
end
$$;
create trigger alarms_totals_insert after insert on alarms referencing new table as new_rows
  for each statement execute function add_alarm_total_changes();
create trigger alarms_totals_update after update on alarms referencing old table as old_rows new table as new_rows
  for each statement execute function add_alarm_total_changes();
create trigger alarms_totals_delete after delete on alarms referencing old table as old_rows
  for each statement execute function add_alarm_total_changes();
insert into alarm_totals
select kind, status, severity_rank, gone_at is not null, parent_alarm_id is not null, count(*),
  count(*) filter (where acknowledged_at is null)
from alarms group by 1, 2, 3, 4, 5;
-- Otherwise the first lists have plans without statistics.
analyze alarms;
