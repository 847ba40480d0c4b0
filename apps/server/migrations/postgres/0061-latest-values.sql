-- Latest measured values of devices, up to 80 of one gateway in a row: a report of 100 units changes two rows instead of
-- 100. A device's place in the arrays is in device_states; it changes only when another gateway reports the device.
create table latest_values (
  id integer generated always as identity primary key,
  -- The gateway that reports them; the only writer of the row.
  gateway_id uuid not null references devices (id) on delete cascade,
  -- Increases with every change: a writer that knows an earlier version writes nothing and reads the row again.
  version integer not null default 1,
  sample_at timestamptz[] not null default '{}',
  -- By point, in its unit; 'NaN' is not available, because only arrays without nulls find an element without reading those
  -- before it. Numbers are as wide as those of the samples in ClickHouse.
  vi real[] not null default '{}',
  ii real[] not null default '{}',
  vo real[] not null default '{}',
  io real[] not null default '{}',
  pw real[] not null default '{}',
  tp real[] not null default '{}',
  eh double precision[] not null default '{}',
  rs real[] not null default '{}'
  -- A page has room for two versions of a row of 80 devices, so that a change stays in its page and needs no vacuum.
) with (fillfactor = 50);
create index latest_values_gateway on latest_values (gateway_id);
-- Values that are compressed or stored elsewhere would be unpacked for each device that is read.
alter table latest_values
  alter sample_at set storage plain,
  alter vi set storage plain,
  alter ii set storage plain,
  alter vo set storage plain,
  alter io set storage plain,
  alter pw set storage plain,
  alter tp set storage plain,
  alter eh set storage plain,
  alter rs set storage plain;

-- Instead of an error where a number is too small for a real.
create function pg_temp.real_of(latest jsonb, point text) returns real language sql as $$
  select case when abs(value) < 1e-37 then 0 else coalesce(value, 'NaN') end::real
  from (select (latest ->> point)::double precision as value) as read
$$;

create temporary table places on commit drop as
with reported as (
  -- A device that is behind no gateway now gets a row of its own, until a gateway reports it.
  select s.device_id, d.key, s.last_sample_at, s.latest,
    coalesce(own.device_id, above.device_id, top.device_id, s.device_id) as gateway_id
  from device_states s
  join devices d on d.id = s.device_id
  left join device_links l on l.device_id = s.device_id and l.to_at is null
  left join gateways own on own.device_id = s.device_id
  left join device_links parent on parent.device_id = l.parent_id and parent.to_at is null
  left join gateways above on above.device_id = l.parent_id
  left join gateways top on top.device_id = parent.parent_id
  where s.last_sample_at is not null
), numbered as (
  select *, (row_number() over (partition by gateway_id order by key) - 1)::integer as n from reported
)
select *, dense_rank() over (order by gateway_id, n / 80)::integer as block_id, (n % 80 + 1)::smallint as position
from numbered;

insert into latest_values (id, gateway_id, sample_at, vi, ii, vo, io, pw, tp, eh, rs)
overriding system value
select block_id, gateway_id, array_agg(last_sample_at order by position),
  array_agg(pg_temp.real_of(latest, 'vi') order by position),
  array_agg(pg_temp.real_of(latest, 'ii') order by position),
  array_agg(pg_temp.real_of(latest, 'vo') order by position),
  array_agg(pg_temp.real_of(latest, 'io') order by position),
  array_agg(pg_temp.real_of(latest, 'pw') order by position),
  array_agg(pg_temp.real_of(latest, 'tp') order by position),
  array_agg(coalesce((latest ->> 'eh')::double precision, 'NaN') order by position),
  array_agg(pg_temp.real_of(latest, 'rs') order by position)
from places group by block_id, gateway_id;
select setval(pg_get_serial_sequence('latest_values', 'id'), (select count(*) from latest_values) + 1, false);

alter table device_states
  -- Where its values are; without a foreign key, since it is checked when they are written. Of a deleted row: no values.
  add block_id integer,
  add position smallint,
  -- Time of the last `down` event; a later sample or `up` ends it.
  add down_at timestamptz;
-- Whether it is down follows from the times of the event and of the last sample.
update device_states set down_at = greatest(updated_at, last_sample_at + interval '1 millisecond') where is_down;
update device_states s set block_id = p.block_id, position = p.position from places p where p.device_id = s.device_id;
create unique index device_states_position on device_states (block_id, position);
alter table device_states
  drop is_online,
  drop last_sample_at,
  drop last_received_at,
  drop is_down,
  drop latest,
  drop updated_at;

-- State and latest values of every device that was ever reported, a column for each value.
create view device_latest as
select s.device_id, s.online_since, s.unit_status, s.is_closed,
  v.sample_at[s.position] as last_sample_at,
  coalesce(s.down_at > coalesce(v.sample_at[s.position], '-infinity'), false) as is_down,
  nullif(v.vi[s.position], 'NaN') as vi,
  nullif(v.ii[s.position], 'NaN') as ii,
  nullif(v.vo[s.position], 'NaN') as vo,
  nullif(v.io[s.position], 'NaN') as io,
  nullif(v.pw[s.position], 'NaN') as pw,
  nullif(v.tp[s.position], 'NaN') as tp,
  nullif(v.eh[s.position], 'NaN') as eh,
  nullif(v.rs[s.position], 'NaN') as rs
from device_states s left join latest_values v on v.id = s.block_id;
