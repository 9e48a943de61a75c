-- When staff decided to keep or refund a payment that arrived after its plan was canceled.
alter table payment_plan_installments add column decided_at integer;
-- Until now, doing nothing for two weeks meant keeping it.
update payment_plan_installments set decided_at = updated_at
  where status = 'paid' and updated_at < (unixepoch() - 14 * 86400) * 1000
    and exists (select 1 from payment_plan_subscriptions s
      where s.id = subscription_id and s.status = 'canceled' and s.canceled_at < payment_plan_installments.updated_at);
-- Invoices that Stripe may still collect. What has such invoices is read at night, however long ago it ended.
alter table payment_plan_subscriptions add column open_invoices integer not null default 0;
alter table subscriptions add column open_invoices integer not null default 0;
