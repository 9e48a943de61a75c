-- Refunds and disputes name Stripe's payment; the export of payments finds what was paid by it.
create index online_bookings_of_payment on online_bookings (payment_intent_id) where payment_intent_id is not null;
create index installments_of_payment on payment_plan_installments (stripe_payment_intent_id)
  where stripe_payment_intent_id is not null;
create index membership_payments_of_payment on membership_payments (stripe_payment_intent_id)
  where stripe_payment_intent_id is not null;
