-- Memberships and payment plans. Money is whole cents. What a client bought is copied at the time: a later
-- price is for later clients.

create table memberships (
  id text primary key,
  name text not null,
  description text not null,
  price integer not null,
  billing_frequency text not null check (billing_frequency in ('week', 'month', 'year')),
  agreement_text text not null default '',
  status text not null check (status in ('pending', 'approved', 'rejected')),
  created_by text references users on delete set null,
  approved_by text references users on delete set null,
  approved_at integer,
  -- Stripe's, of the present name, price and frequency; null until the first client pays
  stripe_price_id text,
  -- in which that price is: the business may have changed to another one since
  stripe_price_currency text,
  -- those that are not canceled
  subscriber_count integer not null default 0,
  -- out of sight; those that were bought and ended still name it
  deleted_at integer,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;

create table subscriptions (
  id integer primary key autoincrement,
  membership_id text not null references memberships,
  -- null once the contact is erased; the agreement says who signed
  contact_id integer references contacts on delete set null,
  agreement_id integer not null references agreements,
  stripe_subscription_id text not null unique,
  stripe_customer_id text not null,
  price integer not null,
  currency text not null,
  billing_frequency text not null,
  status text not null check (status in ('active', 'past_due', 'trialing', 'canceled')),
  current_period_end integer,
  cancel_at_period_end integer not null default 0,
  created_at integer not null,
  updated_at integer not null
) strict;
create index subscriptions_of_membership on subscriptions (membership_id, id);
create index subscriptions_of_contact on subscriptions (contact_id, id) where contact_id is not null;
create index subscriptions_by_status on subscriptions (status, id);
create unique index subscriptions_of_agreement on subscriptions (agreement_id);

create table membership_usage (
  id integer primary key autoincrement,
  subscription_id integer not null references subscriptions on delete cascade,
  -- a day where the business is
  used_date text not null,
  notes text not null default '',
  created_by text references users on delete set null,
  created_at integer not null
) strict;
create index membership_usage_of on membership_usage (subscription_id, used_date);

create table payment_plans (
  id text primary key,
  name text not null,
  description text not null default '',
  principal integer not null,
  -- 5% is 500
  fee_basis_points integer not null,
  total integer not null,
  installment_count integer not null,
  installment_interval text not null check (installment_interval in ('week', 'month', 'year')),
  -- each but the first, which carries the cents that do not divide
  installment integer not null,
  agreement_text text not null default '',
  stripe_product_id text,
  stripe_price_id text,
  created_by text references users on delete set null,
  -- all that there ever were: what was signed does not change any more
  subscriber_count integer not null default 0,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;

create table payment_plan_subscriptions (
  id integer primary key autoincrement,
  payment_plan_id text not null references payment_plans,
  contact_id integer references contacts on delete set null,
  agreement_id integer not null references agreements,
  stripe_subscription_id text not null unique,
  -- null until the schedule that ends it is made: reconciling sees to that
  stripe_schedule_id text unique,
  stripe_customer_id text not null,
  stripe_price_id text not null,
  currency text not null,
  total integer not null,
  status text not null check (status in ('active', 'past_due', 'completed', 'canceled')),
  remaining_installments integer not null,
  next_payment_date text,
  completed_at integer,
  canceled_at integer,
  cancel_reason text,
  -- an installment was paid ahead, and the scheduled invoice that it nets has not come yet
  paid_ahead integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index plan_subscriptions_of_plan on payment_plan_subscriptions (payment_plan_id, id);
create index plan_subscriptions_of_contact on payment_plan_subscriptions (contact_id, id)
  where contact_id is not null;
create index plan_subscriptions_by_status on payment_plan_subscriptions (status, id);
create index plan_subscriptions_unscheduled on payment_plan_subscriptions (id)
  where stripe_schedule_id is null and status in ('active', 'past_due');
create unique index plan_subscriptions_of_agreement on payment_plan_subscriptions (agreement_id);

create table payment_plan_installments (
  id integer primary key autoincrement,
  subscription_id integer not null references payment_plan_subscriptions on delete cascade,
  sequence_number integer not null,
  -- a day where the business is
  due_date text not null,
  amount integer not null,
  status text not null check (status in ('pending', 'paid', 'failed')),
  stripe_invoice_id text unique,
  stripe_payment_intent_id text,
  paid_at integer,
  failure_reason text,
  -- what Stripe tried by itself, as the fetched invoice says, and what we tried by hand
  scheduled_attempts integer not null default 0,
  manual_declines integer not null default 0,
  created_at integer not null,
  updated_at integer not null,
  unique (subscription_id, sequence_number)
) strict;

-- Stored before Stripe is asked: a charge that a crash cut off is found again under the same key.
create table charges (
  id integer primary key autoincrement,
  subscription_id integer not null references payment_plan_subscriptions on delete cascade,
  installment_id integer not null references payment_plan_installments on delete cascade,
  attempt integer not null,
  key text not null unique,
  invoice_id text,
  -- paid ahead: the scheduled invoice is to be netted
  is_separate integer not null default 0,
  is_netted integer not null default 0,
  status text not null check (status in ('begun', 'paid', 'declined', 'failed')),
  words text,
  actor_id text,
  created_at integer not null,
  unique (installment_id, attempt)
) strict;
create unique index charges_under_way on charges (subscription_id) where status = 'begun';

-- A checkout that was opened for a signature: what its payment will make.
create table checkouts (
  session_id text primary key,
  kind text not null check (kind in ('membership', 'plan')),
  subject_id text not null,
  agreement_id integer not null,
  contact_name text not null,
  phone integer not null,
  email text not null,
  status text not null check (status in ('open', 'fulfilled', 'expired', 'refunded')),
  created_at integer not null
) strict, without rowid;
create index checkouts_open on checkouts (created_at) where status = 'open';
create index checkouts_of_agreement on checkouts (agreement_id);

create table stripe_events (
  id text primary key,
  created_at integer not null
) strict, without rowid;
create index stripe_events_by_age on stripe_events (created_at);

-- Members and financing clients, signed in by a code to their phone.
create table client_sessions (
  -- SHA-256 of the cookie
  id_hash blob primary key,
  kind text not null check (kind in ('member', 'financing')),
  phone integer not null,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index client_sessions_expiring on client_sessions (expires_at);
