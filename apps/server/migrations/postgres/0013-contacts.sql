-- Contacts that were proved, one spelling of a phone number, codes that no stranger can spoil.

-- When somebody showed by a code that the address is theirs. Null: nobody did, whoever set it.
alter table accounts add column email_verified_at timestamptz;
alter table accounts add column phone_verified_at timestamptz;

-- A proof belongs to the address it was given for: who changes the address and brings no proof of the new one takes it.
create function drop_contact_proof() returns trigger language plpgsql as $$
begin
  if lower(new.email) is distinct from lower(old.email)
     and new.email_verified_at is not distinct from old.email_verified_at then
    new.email_verified_at := null;
  end if;
  if new.phone is distinct from old.phone and new.phone_verified_at is not distinct from old.phone_verified_at then
    new.phone_verified_at := null;
  end if;
  return new;
end
$$;

-- What the log knows of the accounts there are: a registration, an accepted invitation (it went to the email, where there
-- was one) and a bound contact prove; a change or a password by somebody else after that takes the proof away.
update accounts a set
  email_verified_at = case when a.email is not null then proofs.email_at end,
  phone_verified_at = case when a.phone is not null then proofs.phone_at end
from (
  select id,
    max(at) filter (where proves_email and (email_taken_at is null or at > email_taken_at)) as email_at,
    max(at) filter (where proves_phone and (phone_taken_at is null or at > phone_taken_at)) as phone_at
  from (
    select o.id, l.at,
      l.type = 'account.register' or (l.method = 'code' and l.new -> 'fields' ? 'email') as proves_email,
      (l.type = 'account.register' and (l.method = 'registration' or o.email is null))
        or (l.method = 'code' and l.new -> 'fields' ? 'phone') as proves_phone,
      max(l.at) filter (where l.method = 'api' and (l.type = 'account.reset-password' or l.new -> 'fields' ? 'email'))
        over (partition by o.id) as email_taken_at,
      max(l.at) filter (where l.method = 'api' and (l.type = 'account.reset-password' or l.new -> 'fields' ? 'phone'))
        over (partition by o.id) as phone_taken_at
    from accounts o join audit l on l.object_type = 'account' and l.object_id = o.id::text
      and l.type in ('account.register', 'account.update', 'account.reset-password')
    where o.cancelled_at is null and o.password_hash is not null
  ) seen
  group by id
) proofs
where a.id = proofs.id;
-- The name of the built-in account is nobody else's; the owners of the demo are nobody.
update accounts set email_verified_at = created_at where lower(email) = 'root@heliograph.local';

-- As readPhoneNumber of the contract: E.164, and what cannot be read as such stays as it is.
create function pg_temp.read_phone(typed text) returns text language sql immutable as $$
  select case when number ~ '^\+[1-9]\d{6,14}$' then number else typed end
  from (
    select regexp_replace(
      case
        when plain ~ '^\+' then plain
        when plain ~ '^00' then '+' || substr(plain, 3)
        when plain ~ '^(86)?1[3-9]\d{9}$' then '+86' || right(plain, 11)
      end,
      '^(\+(1|7|2[07]|3[0-46]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]'
        '|2([1569]\d|2[0-48]|3\d|4[03-9])|3(5\d|7[0-7]|8\d)|42\d|5[09]\d|6[789]\d|8(5\d|8[06])|9[679]\d))0+',
      '\1') as number
    from (select regexp_replace(typed, '[\s().-]', '', 'g') as plain) stripped
  ) read
$$;
-- Of several accounts with one number, who proved it keeps it (who did last), else who can sign in, else who has it in this
-- form, else the oldest. The others stay, with a spelling of it that leads to nobody: they prove nothing by it and are
-- signed in by their email; to one that has none an administrator gives another number or an email.
create temporary table numbers on commit drop as
  select id, phone, pg_temp.read_phone(phone) as number,
    row_number() over (
      partition by pg_temp.read_phone(phone)
      order by phone_verified_at desc nulls last, password_hash is null, phone <> pg_temp.read_phone(phone), created_at, id
    ) as place
  from accounts where phone is not null;
-- The same number in another spelling keeps what was proved by it. One that is in the way takes that spelling.
update accounts a set phone = 'moved ' || n.id from numbers n where n.id = a.id and n.place = 1 and n.number <> n.phone;
update accounts a set phone = kept.phone
from numbers n join numbers kept on kept.number = n.number and kept.place = 1
where n.id = a.id and n.place > 1 and n.phone = n.number;
update accounts a set phone = n.number from numbers n where n.id = a.id and n.place = 1 and n.number <> n.phone;
update accounts a set phone_verified_at = null from numbers n
where n.id = a.id and (n.place > 1 or n.number !~ '^\+[1-9]\d{6,14}$');

create trigger accounts_contact_proof before update of email, phone on accounts
  for each row execute function drop_contact_proof();

-- Open offers to a number; of two to one number the older stays open.
update plant_grants g set state = 'ended', ended_at = now(), target = ''
where g.state = 'invited' and g.account_id is null and exists (
  select from plant_grants o
  where o.state = 'invited' and o.account_id is null and o.plant_id = g.plant_id
    and pg_temp.read_phone(o.target) = pg_temp.read_phone(g.target) and (o.created_at, o.id) < (g.created_at, g.id)
);
update plant_grants set target = pg_temp.read_phone(target)
where state = 'invited' and account_id is null and target !~ '@' and target <> pg_temp.read_phone(target);
update plant_transfers set target = pg_temp.read_phone(target)
where state = 'offered' and to_account_id is null and target !~ '@' and target <> pg_temp.read_phone(target);

drop function pg_temp.read_phone(text);

-- A code to bind a contact is asked for and used by one account.
alter table code_requests add column account_id uuid references accounts (id);
-- Asked for from where the target's account was used before: counted apart, so that no stranger uses that up.
alter table code_requests add column is_familiar boolean not null default false;

-- Several codes for one target may be good at once: whoever asks for another one takes none away. They live ten minutes,
-- so those there are go. `source` asked for it and has tries of its own; all others share theirs.
drop table verification_codes;
create table verification_codes (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('register', 'forgot', 'bind')),
  -- HMAC of the target, and of the account for `bind`.
  target_hash bytea not null,
  code_hmac bytea not null,
  source text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null
);
create index verification_codes_target on verification_codes (purpose, target_hash);
create index verification_codes_expiry on verification_codes (expires_at);
create table code_tries (
  code_id uuid not null references verification_codes (id) on delete cascade,
  source text not null,
  tries integer not null,
  primary key (code_id, source)
);
