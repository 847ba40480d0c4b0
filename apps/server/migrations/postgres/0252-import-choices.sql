-- Columns of a device import that were chosen since its last job was started; null where none were.
alter table device_imports add column chosen_columns jsonb;
-- Titles and first values of its columns, sealed like the rows they come from; null where only the rows have them.
alter table device_imports add column column_samples bytea;
comment on column device_imports.plant_id is 'The plant it was uploaded for, or that of its last check';
