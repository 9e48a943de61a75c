-- What a price at Stripe was made for, so that another currency or statement name makes a new one; what
-- members paid; and money that went back.

alter table payment_plans add column stripe_price_currency text;
update payment_plans set stripe_price_currency =
  coalesce((select json_extract(value, '$') from settings where name = 'currency'), 'USD')
  where stripe_price_id is not null;
alter table payment_plans add column stripe_statement_name text not null default '';
alter table memberships add column stripe_statement_name text not null default '';

create table membership_payments (
  stripe_invoice_id text primary key,
  subscription_id integer not null references subscriptions on delete cascade,
  stripe_payment_intent_id text,
  -- cents
  amount integer not null,
  paid_at integer not null
) strict, without rowid;
create index membership_payments_of on membership_payments (subscription_id, paid_at);

-- Refunds, and disputes that a client opened with the bank. They may be heard of before the payment that
-- they are of, so nothing refers to it but Stripe's own id.
create table reversals (
  -- Stripe's: of the charge that was refunded, or of the dispute
  id text primary key,
  kind text not null check (kind in ('refund', 'dispute')),
  stripe_payment_intent_id text not null,
  -- cents: of a charge all that was refunded so far
  amount integer not null,
  currency text not null,
  -- of a dispute as Stripe names it: needs_response, under_review, won, lost, warning_…; of a refund refunded
  status text not null,
  reason text,
  -- until when a dispute can be answered
  due_by integer,
  -- when the newest event that told of it was made
  told_at integer not null
) strict, without rowid;
create index reversals_of_payment on reversals (stripe_payment_intent_id);
create index disputes_to_answer on reversals (due_by)
  where kind = 'dispute' and status in ('needs_response', 'warning_needs_response');
