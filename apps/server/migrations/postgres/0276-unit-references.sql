-- A press inserts a row for each unit before its command may leave: three checked references of 10,000 rows took as long as the
-- rest of the press. The rows are read from the linked devices in the statement that inserts them, and devices are deleted
-- only together with their plant, whose operations take these rows along.
alter table safety_units
  drop constraint safety_units_device_id_fkey,
  drop constraint safety_units_gateway_id_fkey;
