-- Rows about a client know the contact; their number is the one of that time. docs/decisions/clients.md says why.
alter table appointments add column contact_id integer references contacts on delete set null;
alter table online_bookings add column contact_id integer references contacts on delete set null;
alter table text_sign_ups add column contact_id integer references contacts on delete set null;

-- a contact's other numbers: earlier ones, and those of clients merged into it
create table contact_numbers (
  contact_id integer not null references contacts on delete cascade,
  phone integer not null,
  -- since then it is no longer theirs; null while texts and calls from it are the contact's
  until integer,
  primary key (contact_id, phone)
) strict, without rowid;
create index contact_numbers_of_phone on contact_numbers (phone, until);
create unique index contact_numbers_reaching on contact_numbers (phone) where until is null;

create view contact_of_number as
  select phone, id as contact_id from contacts
  union all
  select phone, contact_id from contact_numbers where until is null;

-- Visits count for the contact, also after a change of number.
drop trigger appointments_make_clients;
drop trigger appointments_change_clients;
drop trigger appointments_leave_clients;
drop view client_recounts;
drop view client_spans;

update appointments set contact_id = (select id from contacts where contacts.phone = appointments.phone)
  where phone is not null;
update online_bookings set contact_id = (select id from contacts where contacts.phone = online_bookings.phone);
update text_sign_ups set contact_id = (select id from contacts where contacts.phone = text_sign_ups.phone);

drop index appointments_of_phone;
drop index appointments_by_creation;
create index appointments_by_creation on appointments (created_at) where contact_id is not null;
create index appointments_of_contact on appointments (contact_id, starts_at) where contact_id is not null;
create index appointments_unmatched on appointments (phone, starts_at) where contact_id is null and phone is not null;
create index online_bookings_of_contact on online_bookings (contact_id, starts_at) where contact_id is not null;
create index online_bookings_unmatched on online_bookings (phone) where contact_id is null;
drop index online_bookings_of_phone;
create index contacts_by_email on contacts (email collate nocase) where email <> '';
create index text_sign_ups_of_contact on text_sign_ups (contact_id) where contact_id is not null;

create view client_spans as
  select 'visit' as kind, id as item, contact_id, unixepoch(ends_at, '+12 hours') * 1000 as since,
    unixepoch(starts_at, '+18 months', '-14 hours') * 1000 as until
  from appointments where contact_id is not null and status in ('booked', 'confirmed', 'arrived')
  union all
  select 'membership', id, contact_id, created_at, unixepoch(updated_at / 1000, 'unixepoch', '+18 months') * 1000
  from subscriptions where contact_id is not null
  union all
  select 'plan', id, contact_id, created_at, unixepoch(updated_at / 1000, 'unixepoch', '+18 months') * 1000
  from payment_plan_subscriptions where contact_id is not null;
create trigger client_spans_added instead of insert on client_spans begin
  update contacts set
    client_from = iif(client_until is null or new.since > client_until, new.since, min(client_from, new.since)),
    client_until = iif(client_until is null or new.since > client_until, new.until, max(client_until, new.until))
  where id = new.contact_id and (client_from is null or new.until >= client_from);
end;
create view client_recounts as select id as contact_id from contacts;
create trigger client_recounts_added instead of insert on client_recounts begin
  update contacts set client_from = null, client_until = null where id = new.contact_id;
  insert into client_spans select * from client_spans where contact_id = new.contact_id order by since;
end;
create trigger appointments_make_clients after insert on appointments
when new.contact_id is not null and new.status in ('booked', 'confirmed', 'arrived') begin
  insert into client_spans select * from client_spans where kind = 'visit' and item = new.id;
end;
create trigger appointments_find_clients after update of contact_id on appointments
when old.contact_id is null and new.contact_id is not null begin
  insert into client_spans select * from client_spans where kind = 'visit' and item = new.id;
end;
create trigger appointments_change_clients after update of contact_id, status, starts_at, ends_at on appointments
when old.contact_id is not null and (
  new.contact_id is not old.contact_id or new.starts_at <> old.starts_at or new.ends_at <> old.ends_at
  or (new.status in ('booked', 'confirmed', 'arrived')) <> (old.status in ('booked', 'confirmed', 'arrived'))) begin
  insert into client_recounts select id from contacts where id in (old.contact_id, new.contact_id);
end;
create trigger appointments_leave_clients after delete on appointments
when old.contact_id is not null and old.status in ('booked', 'confirmed', 'arrived') begin
  insert into client_recounts select id from contacts where id = old.contact_id;
end;

-- An agreement to offers ends when its number goes to someone else; a refusal stays with the number.
drop view number_consents;
create view number_consents as
  select phone, 0 as agreed from appointment_only
  union all
  select phone, case when given = 0 then 0
    when exists (select 1 from contact_numbers former
      where former.phone = consents.phone and former.until >= consents.created_at) then null
    when source in ('keyword', 'carrier', 'staff', 'import', 'form', 'booking') then 1 end
  from consents where category in ('all', 'marketing')
    and id = (select max(id) from consents as later where later.phone = consents.phone and category in ('all', 'marketing'))
    and not exists (select 1 from appointment_only where appointment_only.phone = consents.phone);

-- A YES has one meaning. A merge may leave a client with two offers, so this is no unique index.
drop index waitlist_offers_of_phone;
drop index waitlist_offers_by_phone;
create trigger waitlist_offers_one_open before insert on waitlist_offers
when exists (
  select 1 from waitlist e join waitlist_offers o on o.entry_id = e.id and o.status = 'open'
  where e.contact_id = (select contact_id from waitlist where id = new.entry_id)) begin
  select raise(abort, 'the client has an open offer');
end;
