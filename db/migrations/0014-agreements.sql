-- What clients signed, as it was when they did. Nothing here is changed afterwards: `seal` is a SHA-256 over
-- the row, and each event's hash follows from the one before it, so a changed byte is found.
create table agreements (
  id integer primary key autoincrement,
  kind text not null check (kind in ('membership', 'plan')),
  -- the membership's or plan's id
  subject_id text not null,
  title text not null,
  -- plain text with # headings, to the letter
  text text not null,
  text_hash blob not null,
  -- amounts and dates as they were offered; JSON
  facts text not null,
  signature_type text not null check (signature_type in ('canvas', 'text')),
  -- a PNG, or the typed name as UTF-8
  signature blob not null,
  signer_name text not null,
  phone integer not null,
  phone_verified integer not null,
  email text not null,
  -- to what the signer agreed about doing business electronically
  consent text not null,
  ip_address text,
  user_agent text,
  signed_at integer not null,
  seal blob not null,
  -- unpaid ones go then; null once it is in force
  expires_at integer
) strict;
create index agreements_of_subject on agreements (subject_id, id);
create index agreements_expiring on agreements (expires_at) where expires_at is not null;

create table agreement_events (
  id integer primary key autoincrement,
  agreement_id integer not null references agreements on delete cascade,
  words text not null,
  ip_address text,
  created_at integer not null,
  hash blob not null
) strict;
create index agreement_events_of on agreement_events (agreement_id, id);
