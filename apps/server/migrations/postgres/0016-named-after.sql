-- Whose name the company got when its owner registered without giving it one. Gone once it is given another.
alter table companies add column named_after uuid references accounts (id) on delete set null;

-- Of companies that registering made before: those that bear their administrator's name still.
update companies c set named_after = a.id
from accounts a
where a.id = c.administrator_id and a.company_id = c.id and a.cancelled_at is null
  and lower(c.name) in (lower(a.user_name), lower(a.nickname));
