-- A change of a plant's time zone starts on one of its days.
alter table plants
  -- The zones of a plant whose zone was changed, in order: [{"fromDay": null, "timeZone": "Europe/Rome"},
  -- {"fromDay": "2026-03-01", "timeZone": "Europe/Athens", "enteredAt": "2026-02-20T09:00:00Z"}]. Null while time_zone has
  -- always held. time_zone is the current zone.
  add column zones jsonb,
  -- When the next of the zones begins to hold; null without one.
  add column next_zone_at timestamptz;
create index plants_next_zone on plants (next_zone_at) where next_zone_at is not null;

-- Plants whose days begin at other instants than their energies were counted by, since a change of zone.
create table day_recounts (
  plant_key integer primary key references plants (key) on delete cascade,
  from_day date not null,
  to_day date not null,
  -- Identifies the request: one that came while the days were counted stays.
  requested_at timestamptz not null default clock_timestamp()
);
