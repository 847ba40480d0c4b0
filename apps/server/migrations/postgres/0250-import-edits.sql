-- Characters of all cells that were corrected in an import; their sum is limited.
alter table device_imports add column edited_characters integer not null default 0;
