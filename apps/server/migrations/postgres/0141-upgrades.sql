-- Upgrades of devices. What the firmware is stays with the campaign, so that its history outlives a deleted file.
create table upgrade_campaigns (
  id uuid primary key default gen_random_uuid(),
  firmware_id uuid references firmware (id) on delete set null,
  firmware_name text not null,
  device_type text not null,
  model text not null,
  hardware text not null,
  version text not null,
  version_numbers integer[] not null,
  size_bytes integer not null,
  sha256 text not null,
  signature text not null,
  author_id uuid references accounts (id) on delete set null,
  address text not null default '',
  state text not null default 'running' check (state in ('running', 'paused', 'done', 'cancelled')),
  pause_reason text check (pause_reason in ('user', 'failures', 'author')),
  first_wave integer not null check (first_wave > 0),
  wave_size integer not null check (wave_size > 0),
  max_failures integer not null check (max_failures > 0),
  -- Failures before the campaign was resumed last: they count no more.
  earlier_failures integer not null default 0,
  -- Hours of the plant's own day; null: at any time.
  window_from_hour smallint check (window_from_hour between 0 and 23),
  window_to_hour smallint check (window_to_hour between 0 and 23),
  wave integer not null default 1,
  wave_begun_at timestamptz not null,
  waves integer not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((window_from_hour is null) = (window_to_hour is null))
);
create index upgrade_campaigns_open on upgrade_campaigns (id) where state in ('running', 'paused');
create index upgrade_campaigns_created on upgrade_campaigns (created_at);
create index upgrade_campaigns_firmware on upgrade_campaigns (firmware_id);

-- The image as one gateway receives it, for the devices behind it (or itself): the job of the device link.
create table upgrade_jobs (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references upgrade_campaigns (id) on delete cascade,
  gateway_id uuid not null references devices (id) on delete cascade,
  -- Unit indices of the job are those of this birth.
  rev bigint not null,
  -- null: the command is to be sent.
  command_id uuid references commands (id) on delete set null,
  -- The gateway was told that the job is cancelled.
  is_cancelled boolean not null default false,
  created_at timestamptz not null
);
create index upgrade_jobs_campaign on upgrade_jobs (campaign_id);
create index upgrade_jobs_gateway on upgrade_jobs (gateway_id);
create index upgrade_jobs_command on upgrade_jobs (command_id);

create table upgrade_devices (
  campaign_id uuid not null references upgrade_campaigns (id) on delete cascade,
  device_id uuid not null references devices (id) on delete cascade,
  plant_id uuid references plants (id) on delete set null,
  from_version text not null,
  wave integer not null,
  state text not null default 'queued' check (state in (
    'queued', 'offered', 'downloading', 'verified', 'applying', 'rebooting', 'confirmed', 'failed', 'skipped'
  )),
  percent smallint,
  reason text,
  job_id uuid references upgrade_jobs (id) on delete set null,
  unit integer,
  -- Offers without progress since; the next one not before `retry_at`.
  attempts integer not null default 0,
  retry_at timestamptz,
  offered_at timestamptz,
  changed_at timestamptz not null,
  finished_at timestamptz,
  primary key (campaign_id, device_id)
);
-- A device is in one upgrade at a time, whatever two users press.
create unique index upgrade_devices_one_open on upgrade_devices (device_id) where finished_at is null;
create index upgrade_devices_device on upgrade_devices (device_id, changed_at);
create index upgrade_devices_open on upgrade_devices (campaign_id, wave) where finished_at is null;
create index upgrade_devices_job on upgrade_devices (job_id);
create index upgrade_devices_plant on upgrade_devices (plant_id);
