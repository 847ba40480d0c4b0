-- Link processes read every second what changed, so that a message lost between processes delays nothing for longer.
create index commands_queued on commands (gateway_id) where state = 'queued';
create index placement_changes_changed on placement_changes (changed_at);

-- How often the secret was replaced, and when: sessions that signed in with an earlier one are closed.
alter table gateways add column secret_rev integer not null default 0, add column secret_changed_at timestamptz;
create index gateways_secret_changed on gateways (secret_changed_at) where secret_changed_at is not null;
