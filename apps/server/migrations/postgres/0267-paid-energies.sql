-- Earnings by day have the energy that they are for. Days of plants with factors other than the default, or with several
-- metering levels over time, are computed again; until then they have that of the default factor.
update plant_earnings r set days_basis = r.days_basis || ' paid'
from plants p
where p.key = r.plant_key and r.days_basis is not null and (
  exists (select from metering_sets m where m.plant_id = p.id and m.conversion_factor <> 0.96)
  or (select count(*) from metering_sets m where m.plant_id = p.id) > 1
);
