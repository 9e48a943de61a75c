alter table appointments add column second_reminder text check (second_reminder in ('sent', 'skipped'));
-- Staff may have confirmed a visit long before its reminder.
drop index appointments_to_remind;
create index appointments_to_remind on appointments (starts_at)
  where reminder is null and phone is not null and status in ('booked', 'confirmed');
create index appointments_to_remind_again on appointments (starts_at)
  where second_reminder is null and phone is not null and status in ('booked', 'confirmed');
