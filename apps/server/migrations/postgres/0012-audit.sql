-- Whole months that retention dropped: the hash of the last row dropped, from which the next row's hash goes on, signed
-- with the key of the data folder.
create table audit_closings (
  last_number bigint primary key,
  hash bytea not null,
  -- The last month of which nothing is left, `2023-10`.
  month text not null,
  closed_at timestamptz not null,
  signature bytea not null
);

create function refuse_closing_change() returns trigger language plpgsql as $$
begin
  raise exception 'closings of the audit are append-only';
end
$$;
create trigger audit_closings_append_only before update or delete on audit_closings
  for each row execute function refuse_closing_change();
create trigger audit_closings_no_truncate before truncate on audit_closings
  for each statement execute function refuse_closing_change();

-- Number and hash are given once, together, and nothing else of the row moves by a byte (*= compares the stored bytes);
-- what a closing covers may go.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
declare
  unsealed audit;
begin
  if tg_op = 'UPDATE' then
    if old.number is null and old.hash is null and new.number is not null and new.hash is not null then
      unsealed := new;
      unsealed.number := null;
      unsealed.hash := null;
      if unsealed *= old then
        return new;
      end if;
    end if;
  elsif tg_op = 'DELETE' then
    if old.number <= (select max(last_number) from audit_closings) then
      return old;
    end if;
  end if;
  raise exception 'audit rows are append-only';
end
$$;

create function refuse_sealed_audit_row() returns trigger language plpgsql as $$
begin
  raise exception 'number and hash of an audit row are given by the chain';
end
$$;
create trigger audit_unsealed before insert on audit
  for each row when (new.number is not null or new.hash is not null) execute function refuse_sealed_audit_row();

create index audit_actor on audit (actor_id, at);
create index refusal_counts_minute on refusal_counts (minute);

-- Looks at the whole chain: asked for by a person, or by the calendar.
create table audit_verifications (
  id bigint generated always as identity primary key,
  asked_at timestamptz not null,
  -- Absent where the calendar asked.
  asked_by uuid,
  started_at timestamptz,
  ended_at timestamptz,
  first_number bigint,
  last_number bigint,
  result text check (result in ('intact', 'broken', 'failed')),
  -- False where the data folder remembered no end, so that nothing told whether rows are missing there.
  is_end_known boolean,
  -- Where it is broken first: number, id and what differs.
  break jsonb
);
create index audit_verifications_open on audit_verifications (id) where ended_at is null;
