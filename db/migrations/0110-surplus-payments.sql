-- Payments beyond what a client signed, which Parlor refunds: of a second checkout, or after a plan's last installment.
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
