-- What a client last knew of their visit, where it is not what the calendar says. Empty: nothing, of a booking that they were
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
