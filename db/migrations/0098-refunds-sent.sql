-- When Stripe was first asked for the refund, which can't be taken back from then on.
alter table online_bookings add column refund_sent_at integer;
update online_bookings set refund_sent_at = refund_due_at where refund_due_at is not null;
