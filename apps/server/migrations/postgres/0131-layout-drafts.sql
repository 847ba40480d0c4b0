-- What a draft holds, as the editor saves it; a published version has groups and cells instead.
alter table layout_versions add column body jsonb;
-- Counts the saves of a draft: a second editor's save names another one and is refused.
alter table layout_versions add column revision integer not null default 1;
alter table layout_versions add column updated_by uuid references accounts (id) on delete set null;
-- A module whose unit is not known yet.
alter table layout_cells alter column slot_id drop not null;
