-- Reports of removed units that were stored before 0257 are pending as reports from before the installation. The bodies are
-- not readable here: a live report is of a removal if its gateway and every known unit of its inventory had been in a plant
-- together for a day, far longer than a report may be late, and one of them no longer was.
with birth as (
  select b.gateway_id, b.rev, b.body from births b
  where exists (
    select from pending_reports r
    where r.gateway_id = b.gateway_id and r.rev = b.rev and r.reason = 'before-link' and r.topic = 'up/data'
  )
), unit as (
  select b.gateway_id, b.rev, d.id as device_id from birth b
  cross join jsonb_array_elements(b.body -> 'units') u join devices d on d.sn = u ->> 1
  union
  select gateway_id, rev, gateway_id from birth
), together as (
  select u.gateway_id, u.rev, max(greatest(l.from_at, g.from_at)) as last_from_at,
    max(least(coalesce(l.to_at, 'infinity'), coalesce(g.to_at, 'infinity'))) as last_to_at
  from unit u
  left join (device_links l join device_links g
    on g.from_at < coalesce(l.to_at, 'infinity') and l.from_at < coalesce(g.to_at, 'infinity'))
    on l.device_id = u.device_id and g.device_id = u.gateway_id
  group by u.gateway_id, u.rev, u.device_id
), known as (
  select gateway_id, rev, max(last_from_at) + interval '1 day' as known_from_at, min(last_to_at) as removed_at
  from together group by gateway_id, rev having bool_and(last_from_at is not null)
)
update pending_reports r set reason = 'after-removal' from known k
where k.gateway_id = r.gateway_id and k.rev = r.rev and r.reason = 'before-link' and r.topic = 'up/data'
  and r.received_at >= k.known_from_at and r.received_at >= k.removed_at;
