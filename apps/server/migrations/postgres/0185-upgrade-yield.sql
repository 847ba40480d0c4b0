-- The next wave of a campaign waits until the upgraded units produce as their neighbors do. Campaigns from before keep the
-- rules they were created with.
alter table upgrade_campaigns
  add column checks_yield boolean not null default false,
  -- The last wave whose yield was found good, or that a user continued after.
  add column yield_wave integer not null default 0,
  -- Since when an ended wave waits for its comparison.
  add column yield_wait_at timestamptz,
  -- The last comparison: units, those that produced too little, and the energy of all beside what was expected.
  add column yield_compared integer,
  add column yield_low integer,
  add column yield_share real;
alter table upgrade_campaigns drop constraint upgrade_campaigns_pause_reason_check;
alter table upgrade_campaigns add constraint upgrade_campaigns_pause_reason_check
  check (pause_reason in ('user', 'failures', 'author', 'yield', 'noYield'));
