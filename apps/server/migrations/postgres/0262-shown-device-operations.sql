-- The list of plants with devices that were switched separately reads these, of all plants.
create index safety_operations_shown on safety_operations (plant_id)
  where ended_at is null and device_id is not null and (kind = 'shutdown' or proven_at is null);
