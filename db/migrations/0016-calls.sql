-- Calls that the assistant answered, turn by turn, and what callers asked to book.

create table calls (
  id integer primary key autoincrement,
  -- Twilio's CallSid
  call_sid text not null unique,
  -- null where the caller withheld it
  phone integer,
  -- who had that number when the call came; null: nobody, or erased since
  contact_id integer references contacts on delete set null,
  -- missed: ended before anything was said; failed: cut off, or the model gave out
  status text not null check (status in ('in_progress', 'completed', 'missed', 'failed')),
  started_at integer not null,
  ended_at integer,
  -- seconds, as Twilio counts them
  duration integer,
  -- what the caller left when the assistant could not go on, or asked to be told
  message text not null default '',
  -- one at most, for a call that was missed or cut off
  text_back_id integer
) strict;
create index calls_in_progress on calls (id) where status = 'in_progress';
create index calls_of_contact on calls (contact_id, started_at, id) where contact_id is not null;
-- Nobody has that number yet: whoever gets it gets the calls.
create index calls_unmatched on calls (phone) where contact_id is null and phone is not null;
create index calls_by_start on calls (started_at);

-- Written when a call ends. `number`: the beginnings and ends that one may know it by.
create virtual table calls_search using fts5 (
  number, words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

create table call_turns (
  call_id integer not null references calls on delete cascade,
  position integer not null,
  -- system: what the assistant did, such as a tool that was called; never spoken
  role text not null check (role in ('user', 'assistant', 'system')),
  content text not null,
  -- milliseconds from the end of the caller's words to the first of ours; of the assistant only
  first_token_ms integer,
  created_at integer not null,
  primary key (call_id, position)
) strict, without rowid;

create table potential_appointments (
  id integer primary key autoincrement,
  call_id integer references calls on delete set null,
  contact_id integer references contacts on delete set null,
  caller_name text not null,
  phone integer,
  -- as the caller said them
  preferred_date text not null,
  preferred_time text not null,
  requested_service text not null,
  notes text not null default '',
  -- The slot that those words came to, where they did: wall time where the business is, and with whom.
  employee_id integer references employees on delete set null,
  starts_at text,
  duration_minutes integer,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  processed_by text references users on delete set null,
  processed_at integer,
  -- what approving it booked, where it booked at all
  appointment_id integer references appointments on delete set null,
  created_at integer not null
) strict;
create index potential_appointments_by_status on potential_appointments (status, id);
create index potential_appointments_of_call on potential_appointments (call_id) where call_id is not null;
create index potential_appointments_of_contact on potential_appointments (contact_id) where contact_id is not null;
create index potential_appointments_unmatched on potential_appointments (phone)
  where contact_id is null and phone is not null;
-- For the foreign keys: what is deleted there is looked for here.
create index potential_appointments_of_appointment on potential_appointments (appointment_id)
  where appointment_id is not null;
create index potential_appointments_of_employee on potential_appointments (employee_id)
  where employee_id is not null;
create index potential_appointments_of_user on potential_appointments (processed_by)
  where processed_by is not null;

insert into counters (name, value) values
  ('calls', 0), ('requests-pending', 0), ('requests-approved', 0), ('requests-rejected', 0);
create trigger calls_counted after insert on calls begin
  update counters set value = value + 1 where name = 'calls';
end;
create trigger calls_uncounted after delete on calls begin
  update counters set value = value - 1 where name = 'calls';
end;
create trigger potential_appointments_counted after insert on potential_appointments begin
  update counters set value = value + 1 where name = 'requests-' || new.status;
end;
create trigger potential_appointments_moved after update of status on potential_appointments
when new.status <> old.status begin
  update counters set value = value - 1 where name = 'requests-' || old.status;
  update counters set value = value + 1 where name = 'requests-' || new.status;
end;
create trigger potential_appointments_uncounted after delete on potential_appointments begin
  update counters set value = value - 1 where name = 'requests-' || old.status;
end;
