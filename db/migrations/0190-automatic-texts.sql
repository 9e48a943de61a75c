-- Texts that Parlor sends without anyone pressing Send; docs/decisions/calendar.md says why. A row is inserted with the text.
create table automatic_texts (
  id integer primary key autoincrement,
  -- an id of src/calendar/automatic-texts/texts-contract.ts
  kind text not null,
  contact_id integer references contacts on delete set null,
  -- what it was sent for, once for each client: "visit 12", "birthday 2026"
  reason text not null,
  message_id integer not null,
  created_at integer not null
) strict;
create unique index automatic_texts_once on automatic_texts (contact_id, kind, reason) where contact_id is not null;
create index automatic_texts_by_time on automatic_texts (created_at);
create index automatic_texts_of_message on automatic_texts (message_id);
create index contacts_by_birth_day on contacts (substr(birthday, -5), id) where birthday is not null;
-- After so many weeks a client is due for the service again; null for never.
alter table services add column return_weeks integer;

-- The results of the last 30 days, of the newest texts: reading all would take seconds.
insert into automatic_texts (kind, contact_id, reason, message_id, created_at)
  select iif(kind = 'offer', 'waitlist-offer', kind), (select id from contacts where contacts.id = contact_id),
    'text ' || id, id, at
  from messages where id > (select max(id) - 200000 from messages) and retry_of is null
    and kind in ('confirmation', 'reminder', 'visit-change', 'thank-you', 'offer')
    and at > (unixepoch() - 30 * 86400) * 1000;
