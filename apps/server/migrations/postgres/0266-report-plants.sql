-- Plants that were chosen for a scheduled report; null for one plant, all plants, or those with a tag. One that is gone, or no
-- longer visible to the account, is left out when the report is written.
alter table report_schedules add column plant_ids uuid[];
alter table report_schedules
  add check (plant_ids is null or (plant_id is null and tag is null and cardinality(plant_ids) > 0));
