create table contacts (
  id integer primary key autoincrement,
  name text not null,
  -- E.164 without the plus: six bytes instead of thirteen, in the table and in each index
  phone integer not null unique,
  email text,
  user_id text not null references users,
  -- a projection of `consents`, which is keyed by number and survives the contact
  opted_out integer not null default 0,
  opted_out_at integer,
  undeliverable integer not null default 0,
  created_at integer not null
) strict;
create index contacts_by_name on contacts (name collate nocase);
create index contacts_opted_out on contacts (id) where opted_out = 1;
create index contacts_undeliverable on contacts (id) where undeliverable = 1;
create index contacts_of_user on contacts (user_id);

-- Totals that screens poll move in the transaction of what they count; a poll never scans.
insert into counters (name, value) values
  ('contacts', 0), ('subscribed', 0), ('opted-out', 0), ('undeliverable', 0);
create trigger contacts_counted_in after insert on contacts begin
  update counters set value = value + 1 where name = 'contacts'
    or (name = 'subscribed' and new.opted_out = 0 and new.undeliverable = 0)
    or (name = 'opted-out' and new.opted_out = 1)
    or (name = 'undeliverable' and new.undeliverable = 1);
end;
create trigger contacts_counted_out after delete on contacts begin
  update counters set value = value - 1 where name = 'contacts'
    or (name = 'subscribed' and old.opted_out = 0 and old.undeliverable = 0)
    or (name = 'opted-out' and old.opted_out = 1)
    or (name = 'undeliverable' and old.undeliverable = 1);
end;
create trigger contacts_counted_over after update of opted_out, undeliverable on contacts begin
  update counters set value = value + case name
    when 'subscribed' then (new.opted_out = 0 and new.undeliverable = 0) - (old.opted_out = 0 and old.undeliverable = 0)
    when 'opted-out' then new.opted_out - old.opted_out
    when 'undeliverable' then new.undeliverable - old.undeliverable
    else 0 end
  where name in ('subscribed', 'opted-out', 'undeliverable');
end;

create virtual table contacts_search using fts5 (
  name, phone, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);

-- Append-only. The law looks at what was said and when, so nothing here is ever changed.
create table consents (
  id integer primary key autoincrement,
  phone integer not null,
  channel text not null check (channel in ('sms')),
  category text not null check (category in ('all', 'marketing', 'reminder', 'billing')),
  given integer not null,
  source text not null check (source in ('keyword', 'words', 'staff', 'import', 'carrier')),
  wording text not null,
  actor_id text,
  ip_address text,
  created_at integer not null
) strict;
create index consents_of_phone on consents (phone, id);

-- A carrier's "unreachable" (30003) marks a number after three on different days.
create table strikes (
  phone integer not null,
  day text not null,
  primary key (phone, day)
) strict, without rowid;
