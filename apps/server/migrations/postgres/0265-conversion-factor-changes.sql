-- Changes of the factor from DC to AC energy of a metering set: they changed past earnings, which the log, kept for some years
-- only, would forget.
create table conversion_factor_changes (
  plant_id uuid not null,
  valid_from timestamptz not null,
  changed_at timestamptz not null,
  before numeric(5,4) not null,
  after numeric(5,4) not null,
  foreign key (plant_id, valid_from) references metering_sets (plant_id, valid_from)
    on update cascade on delete cascade
);
create index conversion_factor_changes_set on conversion_factor_changes (plant_id, valid_from);

-- Changes before there was this table; a change is one of the set that counted at its time.
insert into conversion_factor_changes (plant_id, valid_from, changed_at, before, after)
select a.plant_id, m.valid_from, a.at,
  (a.original ->> 'conversionFactor')::numeric, (a.new ->> 'conversionFactor')::numeric
from audit a
cross join lateral (
  select valid_from from metering_sets where plant_id = a.plant_id
  order by valid_from <= a.at desc, case when valid_from <= a.at then valid_from end desc, valid_from limit 1
) m
where a.type = 'station.update' and a.new ? 'conversionFactor' and a.original ? 'conversionFactor';
