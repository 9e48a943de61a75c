-- What changed since schema.sql: each step begins with its schema version, and is never edited after a release.

-- 41. Contacts of imports that can be undone whose tags staff changed since, so that an undo keeps them.
create table retagged_contacts (
  contact_id integer primary key references contacts on delete cascade
) strict;

-- An undo looks for each imported client in every table about clients.
create index agreements_of_phone on agreements (phone);
create index checkouts_of_phone on checkouts (phone);
create index client_sessions_of_phone on client_sessions (phone);
create index contact_update_requests_of_contact on contact_update_requests (contact_id) where contact_id is not null;
create index contact_update_requests_unmatched on contact_update_requests (phone) where contact_id is null;

-- 42. Reviews that no one decides end in an opt-out, so the oldest are looked up every few minutes.
create index opt_out_reviews_by_age on opt_out_reviews (asked_at);

-- 43. Attempts of accounts and phone numbers, which neither a restart nor a flood of other keys may forget.
create table rate_limits (
  name text not null,
  -- a keyed hash: an erased client's number can't be found here
  key blob not null,
  until integer not null,
  used integer not null,
  primary key (name, key)
) strict, without rowid;
create index rate_limits_by_end on rate_limits (until);

-- SHA-256 of the cookie of the browser that asked for the code. Wrong tries are counted by number and by that browser.
alter table verification_codes add column browser_hash blob;
alter table verification_codes drop column wrong_tries;

-- 44. Facts that decide who gets campaigns; docs/decisions/clients.md says why. They change with what they derive from,
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

-- 45. Rows about a client know the contact; their number is the one of that time. docs/decisions/clients.md says why.
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

-- 46. what undoes a merge of two clients, for a day
create table contact_merges (
  id integer primary key autoincrement,
  -- the client that was kept
  contact_id integer not null references contacts on delete cascade,
  -- its former id, which texts keep that the kept client got from the same campaign
  other_id integer not null,
  other_name text not null,
  -- both clients as they were, and which rows moved; JSON
  before text not null,
  merged_at integer not null
) strict;
create index contact_merges_of_contact on contact_merges (contact_id, id);
create index contact_merges_by_age on contact_merges (merged_at);

-- 47. What a client last knew of their visit, where it is not what the calendar says. Empty: nothing, of a booking that they were
-- not told of, or of a visit that they think is canceled.
alter table appointments add column known_starts_at text;
alter table appointments add column known_employee_id integer;
-- when the text about the last change is due; null if none is planned
alter table appointments add column text_due_at integer;
-- the last text about a change, which is not sent once the visit has changed again
alter table appointments add column text_message_id integer;
-- when a text last named the visit's time, so that a move doesn't repeat a reminder
alter table appointments add column reminded_at integer;
update appointments set reminded_at = coalesce(
  (select at from messages where messages.id = reminder_message_id), 0)
where reminder = 'sent' and starts_at >= date('now', '-1 day');
create index appointments_to_text on appointments (text_due_at) where text_due_at is not null;
create index appointments_texted on appointments (text_message_id) where text_message_id is not null;

-- 48. Set when hours or time off change over a visit, until someone decides what becomes of it. Its client is not reminded.
alter table appointments add column undecided integer not null default 0 check (undecided in (0, 1));
create index appointments_undecided on appointments (starts_at) where undecided = 1;

-- 49. Calendar programs follow a visit by its revision. Null: unchanged since it was booked.
alter table appointments add column revision integer not null default 0;
alter table appointments add column changed_at integer;

-- 50. The latest time from which the salon moved the visit: until its deadline a client may cancel free of charge.
alter table online_bookings add column moved_from text;

-- 51. When the client asked for the present time; null for a booking that they never moved.
alter table online_bookings add column requested_at integer;
-- Until when the deposit of an approved booking can be paid. Its time is released then.
alter table online_bookings add column deposit_due_at integer;
-- What the client's page says about a canceled appointment.
alter table online_bookings add column cancel_reason text check (cancel_reason in ('declined', 'unpaid'));
create index online_bookings_deposit_due on online_bookings (deposit_due_at)
  where deposit_due_at is not null and paid_at is null;

-- 52. `unanswered` counts days with an unanswered offer from now on; this is the last of them.
alter table waitlist add column unanswered_on text;

-- 53. Second reminder.
alter table appointments add column second_reminder text check (second_reminder in ('sent', 'skipped'));
-- Staff may have confirmed a visit long before its reminder.
drop index appointments_to_remind;
create index appointments_to_remind on appointments (starts_at)
  where reminder is null and phone is not null and status in ('booked', 'confirmed');
create index appointments_to_remind_again on appointments (starts_at)
  where second_reminder is null and phone is not null and status in ('booked', 'confirmed');

-- 54. When Stripe was first asked for the refund, which can't be taken back from then on.
alter table online_bookings add column refund_sent_at integer;
update online_bookings set refund_sent_at = refund_due_at where refund_due_at is not null;

-- 55. Payments beyond what a client signed, which Parlor refunds: of a second checkout, or after a plan's last installment.
create table surplus_payments (
  stripe_payment_intent_id text primary key,
  -- says who paid, and for what
  agreement_id integer not null references agreements on delete cascade,
  stripe_invoice_id text not null,
  -- cents
  amount integer not null,
  currency text not null,
  paid_at integer not null
) strict, without rowid;
create index surplus_payments_of_agreement on surplus_payments (agreement_id);

-- The audit log names the plan of earlier refunds beyond the last installment.
insert into surplus_payments (stripe_payment_intent_id, agreement_id, stripe_invoice_id, amount, currency, paid_at)
  select r.stripe_payment_intent_id, s.agreement_id, l.metadata ->> 'invoice', r.amount, r.currency, l.created_at
  from audit_logs l join payment_plan_subscriptions s on s.id = l.target_id
    join reversals r on r.kind = 'refund' and r.amount = l.metadata ->> 'amount' and abs(r.told_at - l.created_at) < 300000
  where l.action = 'plan_subscription.refund' and l.target_type = 'plan_subscription'
    and not exists (select 1 from payment_plan_installments where stripe_payment_intent_id = r.stripe_payment_intent_id)
    and not exists (select 1 from membership_payments where stripe_payment_intent_id = r.stripe_payment_intent_id)
    and not exists (select 1 from online_bookings where payment_intent_id = r.stripe_payment_intent_id)
  on conflict do nothing;

-- 56. What a client knew before the last text about a change: they still do if the visit changes while that text waits.
alter table appointments add column told_starts_at text;
alter table appointments add column told_employee_id integer;

-- 57. What staff wrote about a visit.
alter table appointments add column visit_notes text not null default '';

-- 58. Mails about signed agreements: the copy after signing, and the notice before a yearly membership renews.
create table agreement_mails (
  agreement_id integer not null references agreements on delete cascade,
  kind text not null check (kind in ('copy', 'renewal')),
  -- when the announced renewal is due; 0 for the copy
  renews_at integer not null,
  created_at integer not null,
  -- when it is sent, or tried again; null once that is over
  try_at integer,
  primary key (agreement_id, kind, renews_at)
) strict, without rowid;
create index agreement_mails_due on agreement_mails (try_at) where try_at is not null;

-- 59. When staff decided to keep or refund a payment that arrived after its plan was canceled.
alter table payment_plan_installments add column decided_at integer;
-- Until now, doing nothing for two weeks meant keeping it.
update payment_plan_installments set decided_at = updated_at
  where status = 'paid' and updated_at < (unixepoch() - 14 * 86400) * 1000
    and exists (select 1 from payment_plan_subscriptions s
      where s.id = subscription_id and s.status = 'canceled' and s.canceled_at < payment_plan_installments.updated_at);
-- Invoices that Stripe may still collect. What has such invoices is read at night, however long ago it ended.
alter table payment_plan_subscriptions add column open_invoices integer not null default 0;
alter table subscriptions add column open_invoices integer not null default 0;

-- 60. Processing time: a span of a service in which its employee is free for other clients, such as while color develops.
-- JSON {afterMinutes, minutes}; null for none
alter table services add column processing text;
-- as booked: a JSON array of the same, in minutes from the start of the visit; null for none
alter table appointments add column processing text;
drop index appointments_of_employee;
create index appointments_of_employee
  on appointments (employee_id, starts_at, status, duration_minutes, buffer_minutes, processing);

-- 61. Names are searched by their sound and without apostrophes: db/migrate.ts fills both indexes again, with
-- db/clients/contact-words.ts.
insert into contacts_search (contacts_search) values ('delete-all');
insert into contacts_words (contacts_words) values ('delete-all');

-- 62. Several services in one visit: a JSON array of {serviceId, name, priceCents, durationMinutes, bufferMinutes, processing}
-- in their order, as booked. Null for a visit of one service or none.
alter table appointments add column services text;
-- the same, of one service too
alter table online_bookings add column services text not null default '[]';
update online_bookings set services = (
  select json_array(json_object('serviceId', v.id, 'name', v.name, 'priceCents', online_bookings.price_cents,
    'durationMinutes', online_bookings.duration_minutes, 'bufferMinutes', online_bookings.buffer_minutes,
    'processing', json(v.processing)))
  from services v where v.id = service_id);
-- A JSON array of the ids of several services; null for one.
alter table waitlist add column service_ids text;

-- 63. What clients pay at the desk, for visits or without one. A link is open until its client pays.
create table payments (
  id integer primary key autoincrement,
  contact_id integer references contacts on delete set null,
  -- at the time of the payment; empty once the client is erased
  client_name text not null,
  status text not null check (status in ('open', 'paid', 'canceled')),
  way text not null check (way in ('link', 'card', 'cash', 'terminal', 'gift-card')),
  currency text not null,
  -- a JSON array of {name, priceCents, serviceId, employeeId}; the ids are null for what staff typed
  lines text not null,
  discount_cents integer not null,
  -- null for a discount in money
  discount_percent integer,
  -- paid before, when the visit was booked
  deposit_cents integer not null,
  deposit_paid_at integer,
  -- the lines less discount and deposit
  due_cents integer not null,
  -- what the client added; of a link, chosen on its page
  tip_cents integer not null,
  -- cash that the client gave
  received_cents integer,
  taken_by text references users on delete set null,
  created_at integer not null,
  -- of a link
  expires_at integer,
  paid_at integer,
  canceled_at integer,
  stripe_payment_intent_id text,
  -- paid by a link that was canceled or had expired, until staff decide to keep it
  is_late integer not null default 0 check (is_late in (0, 1)),
  decided_at integer
) strict;
create index payments_of_contact on payments (contact_id, created_at) where contact_id is not null;
create index payments_by_time on payments (paid_at) where paid_at is not null;
create index payments_taken_by on payments (taken_by);
create index payments_late on payments (id) where is_late = 1 and decided_at is null;
create unique index payments_by_intent on payments (stripe_payment_intent_id) where stripe_payment_intent_id is not null;

create table payment_visits (
  payment_id integer not null references payments on delete cascade,
  appointment_id integer not null references appointments on delete cascade,
  primary key (payment_id, appointment_id)
) strict, without rowid;
create index payment_visits_of_appointment on payment_visits (appointment_id);

-- Stripe's pages that were opened for a link. A second one that is paid too is surplus, and refunded.
create table payment_checkouts (
  session_id text primary key,
  payment_id integer not null references payments on delete cascade,
  due_cents integer not null,
  tip_cents integer not null,
  status text not null check (status in ('open', 'paid', 'surplus', 'expired')),
  stripe_payment_intent_id text,
  created_at integer not null,
  paid_at integer
) strict, without rowid;
create index payment_checkouts_of on payment_checkouts (payment_id);
create index payment_checkouts_open on payment_checkouts (created_at) where status = 'open';
create index payment_checkouts_by_intent on payment_checkouts (stripe_payment_intent_id)
  where stripe_payment_intent_id is not null;

-- Refunds that were decided on. One of a card waits for Stripe.
create table payment_refunds (
  id integer primary key autoincrement,
  payment_id integer not null references payments on delete cascade,
  -- null for one of cash, another terminal or a gift card, which is recorded only
  stripe_payment_intent_id text,
  cents integer not null,
  -- made once this much of the payment went back
  until_cents integer not null,
  -- null for a second payment, which Parlor refunds
  asked_by text references users on delete set null,
  created_at integer not null,
  -- until then staff can undo it
  due_at integer not null,
  sent_at integer,
  made_at integer
) strict;
create index payment_refunds_of on payment_refunds (payment_id);
create index payment_refunds_asked_by on payment_refunds (asked_by);
create index payment_refunds_due on payment_refunds (due_at) where made_at is null;

-- 64. Cards that clients keep on file at Stripe, the words that they agreed to, and the links at which they add one.

create table card_agreements (
  id integer primary key autoincrement,
  contact_id integer references contacts on delete set null,
  phone integer not null,
  signer_name text not null,
  -- exactly as shown
  wording text not null,
  wording_hash blob not null,
  -- what a missed visit costs by these words
  fee_kind text not null,
  fee_cents integer not null,
  fee_percent integer not null,
  -- the amount that these words name for the visit they were shown with; null without one
  visit_fee_cents integer,
  late_hours integer not null,
  ip_address text,
  user_agent text,
  agreed_at integer not null
) strict;
create index card_agreements_of_contact on card_agreements (contact_id);

create table card_requests (
  id integer primary key autoincrement,
  contact_id integer references contacts on delete set null,
  agreement_id integer references card_agreements,
  stripe_customer_id text,
  checkout_id text unique,
  -- 1: an online booking waits for the card
  for_booking integer not null,
  created_at integer not null,
  expires_at integer not null,
  completed_at integer
) strict;
create index card_requests_of_contact on card_requests (contact_id, id);
create index card_requests_of_agreement on card_requests (agreement_id) where agreement_id is not null;

create table cards (
  id integer primary key autoincrement,
  -- null once the client was erased
  contact_id integer references contacts on delete set null,
  request_id integer not null references card_requests,
  agreement_id integer not null references card_agreements,
  stripe_customer_id text not null,
  stripe_payment_method_id text not null unique,
  -- as Stripe names it, such as "visa"
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  added_at integer not null,
  removed_at integer,
  -- when Stripe forgot it; null while that is still to be done
  detached_at integer,
  expiry_told_at integer
) strict;
create index cards_of_contact on cards (contact_id, id);
create index cards_of_request on cards (request_id);
create index cards_of_agreement on cards (agreement_id);
create index cards_to_detach on cards (id) where removed_at is not null and detached_at is null;
create index cards_expiring on cards (exp_year, exp_month) where removed_at is null and expiry_told_at is null;

-- The card that a held time waits for.
alter table online_bookings add column card_request_id integer references card_requests;
create index online_bookings_of_card on online_bookings (card_request_id) where card_request_id is not null;

-- A charge of a card on file, and whether it is the fee of a missed visit.
alter table payments add column card_id integer references cards;
alter table payments add column is_fee integer not null default 0 check (is_fee in (0, 1));
create index payments_of_card on payments (card_id) where card_id is not null;
create index payments_to_charge on payments (id) where way = 'card' and status = 'open';

-- When a visit was canceled, which decides whether that was late. Its changed_at is the last change of anything.
alter table appointments add column canceled_at integer;
create trigger appointments_canceled after update of status on appointments
  when new.status = 'canceled' and old.status <> 'canceled' begin
  update appointments set canceled_at = coalesce(new.changed_at, 0) where id = new.id;
end;
create trigger appointments_put_back after update of status on appointments
  when old.status = 'canceled' and new.status <> 'canceled' begin
  update appointments set canceled_at = null where id = new.id;
end;

-- 65. Texts that Parlor sends without anyone pressing Send; docs/decisions/calendar.md says why. A row is inserted with the text.
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

-- 66. A visit by several employees: appointments back to back, one for each run of services of one employee. The id of the first
-- of them that takes place; null for a visit by one employee.
alter table appointments add column visit_id integer;
create index appointments_of_visit on appointments (visit_id, starts_at) where visit_id is not null;
-- The id of the hold of its first part; null for that hold, and for a visit by one employee.
alter table slot_holds add column first_id integer;
create index slot_holds_of_visit on slot_holds (first_id) where first_id is not null;
-- Who performs each of the services: a JSON array of ids. Null for the one employee of the offer.
alter table waitlist_offers add column performers text;

-- 67. 1: the checkout's page has ended unpaid. Deposits on the others may have been paid unnoticed; only a few are open at a time.
alter table online_bookings add column checkout_ended integer not null default 0 check (checkout_ended in (0, 1));
create index online_bookings_open on online_bookings (id)
  where checkout_id is not null and paid_at is null and checkout_ended = 0;

-- A fee is charged ten seconds after staff decided on it, so that they can undo that. Null once Stripe is asked.
alter table payments add column charge_at integer;
create index payments_charge_due on payments (charge_at) where charge_at is not null;

-- "open": the client canceled late, and no one has decided about the fee.
alter table appointments add column fee_question text check (fee_question in ('open', 'decided'));
create index appointments_fee_question on appointments (id) where fee_question = 'open';
drop trigger appointments_put_back;
create trigger appointments_put_back after update of status on appointments
  when old.status = 'canceled' and new.status <> 'canceled' begin
  update appointments set canceled_at = null, fee_question = null where id = new.id;
end;

-- What a payment was paid with, such as "Visa 4242"; null where that isn't known.
alter table payments add column card text;

-- 68. A TH sounds like a T: db/migrate.ts fills both indexes again, with db/clients/contact-words.ts.
insert into contacts_search (contacts_search) values ('delete-all');
insert into contacts_words (contacts_words) values ('delete-all');

-- 69. JSON [{start, end}, …] of a day with special hours; null: closed all day.
alter table closed_days add column open text;

-- 70. A QV sounds like a Q: db/migrate.ts fills both indexes again, with db/clients/contact-words.ts.
insert into contacts_search (contacts_search) values ('delete-all');
insert into contacts_words (contacts_words) values ('delete-all');

-- 71. "Gven" sounds like "Gwen": db/migrate.ts fills both indexes again, with db/clients/contact-words.ts.
insert into contacts_search (contacts_search) values ('delete-all');
insert into contacts_words (contacts_words) values ('delete-all');

-- 72. When the receipt was last texted, so that staff know.
alter table payments add column receipt_texted_at integer;
-- "Visa 4242" reads "Visa ending in 4242", as everywhere else.
update payments set card = substr(card, 1, length(card) - 5) || ' ending in ' || substr(card, -4) where card is not null;

-- 73. "Luczak" finds "Łuczak", and "linquist" "Lindqvist": db/migrate.ts fills both indexes again, with
-- db/clients/contact-words.ts.
insert into contacts_search (contacts_search) values ('delete-all');
insert into contacts_words (contacts_words) values ('delete-all');

-- 74. The inbox lists unread conversations by time, like all of them.
drop index conversations_unread;
create index conversations_unread on conversations (last_message_at desc, id desc) where unread_count > 0;

-- 75. The time that the last reminder named: a C or X answers for that time only. A move detached the reminder before.
alter table appointments add column reminder_starts_at text;
update appointments set reminder_starts_at = starts_at where reminder_message_id is not null;

-- 76. A contact that was added again has its number's mark.
update contacts set undeliverable = 1
where undeliverable = 0 and phone in (select phone from undeliverable_numbers where cleared_at is null);

-- 77. Parts of a visit that were canceled together have one time for it.
update appointments set canceled_at = (
  select min(part.canceled_at) from appointments part
  where part.visit_id = appointments.visit_id and abs(part.canceled_at - appointments.canceled_at) < 1000)
where visit_id is not null and canceled_at is not null;

-- 78. When a client answered a reminder with X. Before, its appointments had no reminder_starts_at then.
alter table messages add column declined_at integer;
update messages set declined_at = at where id in (select reminder_message_id from appointments where reminder_starts_at is null);
update appointments set reminder_starts_at = starts_at where reminder_starts_at is null and reminder_message_id is not null;

-- 79. When a visit of the payment was last deleted before it began, or before staff had decided on its cancellation.
alter table payments add column visit_deleted_at integer;

-- 80. A visit of a payment that staff are asked about, or that is still being made, was deleted before if the payment was taken
-- for it, as the audit log says, and it isn't one of its visits anymore. Lines don't tell: a service may have been removed.
update payments set visit_deleted_at = unixepoch() * 1000
where visit_deleted_at is null and is_fee = 0 and decided_at is null and (is_late = 1 or status = 'open')
  and exists (select 1 from audit_logs join json_each(metadata, '$.appointments') visit
    where target_type = 'payment' and target_id = cast(payments.id as text)
      and action in ('payment.text_link', 'payment.charge', 'payment.record')
      and visit.value not in (select appointment_id from payment_visits where payment_id = payments.id));

-- 81. The index of letters has no positions, which halves a contact's bytes, and digits that say their place:
-- db/migrate.ts fills both indexes again, with db/clients/contact-words.ts.
drop table contacts_search;
create virtual table contacts_search using fts5 (
  name, phone, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram remove_diacritics 1'
);
insert into contacts_search (contacts_search, rank) values ('automerge', 8);

-- 82. "Luczak" is "Łuczak" wherever names are compared, as in the search. Of two services that have one name then, one keeps its
-- key. A Ŧ is found by a T: db/migrate.ts fills both indexes again, with db/clients/contact-words.ts.
update appointments set name_key = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  name_key, 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'ı', 'i'), 'ħ', 'h'), 'ŧ', 't')
where name_key glob '*[łøđðþæœßıħŧ]*';
update or ignore services set name_key = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  name_key, 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'ı', 'i'), 'ħ', 'h'), 'ŧ', 't')
where name_key glob '*[łøđðþæœßıħŧ]*';
update reviews set name_key = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  name_key, 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'ı', 'i'), 'ħ', 'h'), 'ŧ', 't')
where name_key glob '*[łøđðþæœßıħŧ]*';
insert into contacts_search (contacts_search) values ('delete-all');
insert into contacts_words (contacts_words) values ('delete-all');
