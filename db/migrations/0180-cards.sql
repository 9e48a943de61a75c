-- Cards that clients keep on file at Stripe, the words that they agreed to, and the links at which they add one.

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
