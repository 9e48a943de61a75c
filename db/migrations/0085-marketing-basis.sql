-- Facts that decide who gets campaigns; docs/decisions/clients.md says why. They change with what they derive from,
-- and times lie in the future, so nothing has to happen when time passes.
-- the number's last answer about offers: 1 agreed, 0 refused, null never asked
alter table contacts add column agreed integer;
-- a client by visits and purchases from then until then
alter table contacts add column client_from integer;
alter table contacts add column client_until integer;
-- wrote or called; three months later this is over
alter table contacts add column asked_until integer;
-- of those that can be texted, who agreed
alter table tags add column agreed_count integer not null default 0;
insert into counters (name, value) values ('agreed', 0);
-- campaigns also go to clients who only wrote or called
alter table campaigns add column include_asked integer not null default 0;

create index contacts_clients on contacts (client_until, client_from)
  where client_until is not null and agreed is null and opted_out = 0 and undeliverable = 0;
create index contacts_asked on contacts (asked_until, client_until, client_from)
  where asked_until is not null and agreed is null and opted_out = 0 and undeliverable = 0;
create index contacts_unagreed on contacts (id) where agreed is not 1 and opted_out = 0 and undeliverable = 0;

create trigger contacts_agreed_counted_over after update of agreed, opted_out, undeliverable on contacts
when (new.agreed is 1 and new.opted_out = 0 and new.undeliverable = 0)
  <> (old.agreed is 1 and old.opted_out = 0 and old.undeliverable = 0) begin
  update counters set value = value + iif(new.agreed is 1 and new.opted_out = 0 and new.undeliverable = 0, 1, -1)
    where name = 'agreed';
  update tags set agreed_count = agreed_count + iif(new.agreed is 1 and new.opted_out = 0 and new.undeliverable = 0, 1, -1)
    where id in (select tag_id from contact_tags where contact_id = new.id);
end;
create trigger contacts_agreed_counted_out after delete on contacts
when old.agreed is 1 and old.opted_out = 0 and old.undeliverable = 0 begin
  update counters set value = value - 1 where name = 'agreed';
end;
create trigger contact_tags_agreed_counted_in after insert on contact_tags begin
  update tags set agreed_count = agreed_count + 1 where id = new.tag_id and exists (select 1 from contacts
    where id = new.contact_id and agreed is 1 and opted_out = 0 and undeliverable = 0);
end;
create trigger contact_tags_agreed_counted_out before delete on contact_tags begin
  update tags set agreed_count = agreed_count - 1 where id = old.tag_id and exists (select 1 from contacts
    where id = old.contact_id and agreed is 1 and opted_out = 0 and undeliverable = 0);
end;

-- Consent belongs to the number. A source that isn't listed proves nothing.
create view number_consents as
  select phone, 0 as agreed from appointment_only
  union all
  select phone, case when given = 0 then 0
    when source in ('keyword', 'carrier', 'staff', 'import', 'form', 'booking') then 1 end
  from consents where category in ('all', 'marketing')
    and id = (select max(id) from consents as later where later.phone = consents.phone and category in ('all', 'marketing'))
    and not exists (select 1 from appointment_only where appointment_only.phone = consents.phone);

create trigger consents_decide after insert on consents begin
  update contacts set agreed = (select agreed from number_consents where phone = new.phone) where phone = new.phone;
end;
create trigger appointment_only_refuses after insert on appointment_only begin
  update contacts set agreed = 0 where phone = new.phone;
end;
create trigger appointment_only_ends after delete on appointment_only begin
  update contacts set agreed = (select agreed from number_consents where phone = old.phone) where phone = old.phone;
end;
create trigger contacts_change_number after update of phone on contacts when new.phone <> old.phone begin
  update contacts set agreed = (select agreed from number_consents where phone = new.phone) where id = new.id;
end;

-- Visits and purchases belong to the client. Wall times have no zone here: they count from when they have passed
-- everywhere, and until the first zone where 18 months are over.
create view client_spans as
  select 'visit' as kind, appointments.id as item, contacts.id as contact_id,
    unixepoch(ends_at, '+12 hours') * 1000 as since,
    unixepoch(starts_at, '+18 months', '-14 hours') * 1000 as until
  from contacts join appointments on appointments.phone = contacts.phone
  where appointments.status in ('booked', 'confirmed', 'arrived')
  union all
  select 'membership', id, contact_id, created_at, unixepoch(updated_at / 1000, 'unixepoch', '+18 months') * 1000
  from subscriptions where contact_id is not null
  union all
  select 'plan', id, contact_id, created_at, unixepoch(updated_at / 1000, 'unixepoch', '+18 months') * 1000
  from payment_plan_subscriptions where contact_id is not null;

-- Widens the contact's span, or begins a later one after a gap.
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
when new.phone is not null and new.status in ('booked', 'confirmed', 'arrived') begin
  insert into client_spans select * from client_spans where kind = 'visit' and item = new.id;
end;
create trigger appointments_change_clients after update of phone, status, starts_at, ends_at on appointments
when new.phone is not old.phone or new.starts_at <> old.starts_at or new.ends_at <> old.ends_at
  or (new.status in ('booked', 'confirmed', 'arrived')) <> (old.status in ('booked', 'confirmed', 'arrived')) begin
  insert into client_recounts select id from contacts where phone in (old.phone, new.phone);
end;
create trigger appointments_leave_clients after delete on appointments
when old.phone is not null and old.status in ('booked', 'confirmed', 'arrived') begin
  insert into client_recounts select id from contacts where phone = old.phone;
end;
create trigger subscriptions_make_clients after insert on subscriptions begin
  insert into client_spans select * from client_spans where kind = 'membership' and item = new.id;
end;
-- An ended membership counts from its end, whatever is recorded later.
create trigger subscriptions_keep_clients after update of contact_id, status, current_period_end on subscriptions
when new.status <> 'canceled' or old.status <> 'canceled' begin
  insert into client_spans select * from client_spans where kind = 'membership' and item = new.id;
end;
create trigger plans_make_clients after insert on payment_plan_subscriptions begin
  insert into client_spans select * from client_spans where kind = 'plan' and item = new.id;
end;
create trigger plans_keep_clients after update of contact_id, status, remaining_installments on payment_plan_subscriptions
when new.status not in ('completed', 'canceled') or old.status not in ('completed', 'canceled') begin
  insert into client_spans select * from client_spans where kind = 'plan' and item = new.id;
end;

create trigger calls_are_asked after insert on calls when new.contact_id is not null begin
  update contacts set asked_until = max(coalesce(asked_until, 0),
    unixepoch(new.started_at / 1000, 'unixepoch', '+3 months') * 1000) where id = new.contact_id;
end;
create trigger calls_were_asked after update of contact_id on calls when new.contact_id is not null begin
  update contacts set asked_until = max(coalesce(asked_until, 0),
    unixepoch(new.started_at / 1000, 'unixepoch', '+3 months') * 1000) where id = new.contact_id;
end;

-- What the database can prove about contacts that exist.
update contacts set agreed = (select agreed from number_consents where number_consents.phone = contacts.phone)
  where phone in (select phone from consents union all select phone from appointment_only);
insert into client_spans select * from client_spans order by contact_id, since;
update contacts set asked_until = unixepoch((select max(at) from (
    select (select at from messages where contact_id = contacts.id and at is not null and status = 'received'
      order by at desc limit 1) as at
    union all select max(started_at) from calls where calls.contact_id = contacts.id)) / 1000, 'unixepoch', '+3 months') * 1000
  where id in (select contact_id from conversations
    union all select contact_id from calls where contact_id is not null);
update counters set value = (select count(*) from contacts where agreed is 1 and opted_out = 0 and undeliverable = 0)
  where name = 'agreed';
update tags set agreed_count = (select count(*) from contact_tags join contacts on contacts.id = contact_id
  where tag_id = tags.id and agreed is 1 and opted_out = 0 and undeliverable = 0);
-- Admins read once what changes.
insert into state (name, value) select 'consent-notice', 'true' from (select 1 from contacts limit 1);
