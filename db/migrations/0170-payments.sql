-- What clients pay at the desk, for visits or without one. A link is open until its client pays.
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
