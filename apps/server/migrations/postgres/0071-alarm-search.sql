-- Counts of open alarms by plant, kind and severity from the index alone.
create index alarms_open_counts on alarms (plant_id, kind, severity_rank) include (acknowledged_at)
  where status = 'unresolved' and parent_alarm_id is null;
-- Alarms of a fault code, of an assignee, and open ones by their first occurrence.
create index alarms_code on alarms (fault_code, last_at);
create index alarms_assignee on alarms (assignee_id, last_at) where assignee_id is not null;
create index alarms_open_first on alarms (first_at, last_at, id)
  where status = 'unresolved' and parent_alarm_id is null;
-- The device of a place.
create index device_links_slot on device_links (slot_id) where slot_id is not null;

-- Parts of serial numbers, aliases and places. Without the right to create the extension, searches read the whole tables.
do $$
begin
  create extension if not exists pg_trgm;
  create index devices_search on devices using gin (sn gin_trgm_ops, alias gin_trgm_ops);
  create index slots_search on slots using gin (label gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;
