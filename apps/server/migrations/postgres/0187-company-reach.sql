-- Every company with itself and with each company above it: what a company reaches is read from an index instead of by
-- recursion. Triggers keep it; a company that is deleted takes its rows along.
create table company_reach (
  ancestor_id uuid not null references companies (id) on delete cascade,
  company_id uuid not null references companies (id) on delete cascade,
  primary key (ancestor_id, company_id)
);
-- Most companies have none below and never ask: plans are made for those that have. Two hundred rows each.
alter table company_reach alter column ancestor_id set (n_distinct = -0.005);
create index company_reach_above on company_reach (company_id, ancestor_id);

-- The rows of these companies and of all below them.
create function company_reach_of(moved uuid[]) returns setof company_reach language sql stable as $$
  with recursive below as (
    select id from companies where id = any(moved)
    union
    select lower.id from companies lower join below on lower.upstream_id = below.id
  ), up as (
    select c.id as ancestor_id, c.id as company_id, c.upstream_id from companies c join below on below.id = c.id
    union
    select c.id, up.company_id, c.upstream_id from up join companies c on c.id = up.upstream_id
  )
  select up.ancestor_id, up.company_id from up
$$;

-- One transaction after the other: a company added below one that moves at the same time would keep the former way up.
create function write_company_reach(moved uuid[]) returns void language plpgsql as $$
declare
  reach company_reach[];
begin
  if moved is null then return; end if;
  perform pg_advisory_xact_lock(hashtext('company_reach'));
  reach := array(select r from company_reach_of(moved) r);
  delete from company_reach where company_id = any(array(select (r).company_id from unnest(reach) r));
  insert into company_reach select (r).ancestor_id, (r).company_id from unnest(reach) r;
end $$;

create function add_company_reach() returns trigger language plpgsql as $$
begin
  perform write_company_reach((select array_agg(id) from added));
  return null;
end $$;

create function move_company_reach() returns trigger language plpgsql as $$
begin
  perform write_company_reach((
    select array_agg(id) from moved join former using (id)
    where moved.upstream_id is distinct from former.upstream_id
  ));
  return null;
end $$;

create trigger companies_added_reach after insert on companies
  referencing new table as added for each statement execute function add_company_reach();
create trigger companies_moved_reach after update on companies
  referencing old table as former new table as moved for each statement execute function move_company_reach();

select write_company_reach(array(select id from companies));
analyze company_reach;
