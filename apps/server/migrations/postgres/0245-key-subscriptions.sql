-- Whether programs may subscribe to values of the key's plants by MQTT; chosen when the key is created.
alter table api_keys add column mqtt boolean not null default false;
