-- Texts by users who may not see clients' names or numbers, as these users read them back. Masking what
-- they typed themselves would show which of their guesses are right.
create table own_words (
  kind text not null check (kind in ('note', 'message', 'appointment', 'usage')),
  -- the id of the note, message, appointment or usage
  id integer not null,
  user_id text not null references users on delete cascade,
  body text not null,
  primary key (kind, id, user_id)
) strict, without rowid;
create index own_words_of_user on own_words (user_id);

create trigger own_words_of_note after delete on contact_notes begin
  delete from own_words where kind = 'note' and id = old.id;
end;
create trigger own_words_of_message after update of hidden on messages when new.hidden = 1 begin
  delete from own_words where kind = 'message' and id = new.id;
end;
create trigger own_words_of_deleted_message after delete on messages begin
  delete from own_words where kind = 'message' and id = old.id;
end;
create trigger own_words_of_appointment after delete on appointments begin
  delete from own_words where kind = 'appointment' and id = old.id;
end;
create trigger own_words_of_usage after delete on membership_usage begin
  delete from own_words where kind = 'usage' and id = old.id;
end;

-- When the user last typed the password in this session.
alter table sessions add column password_at integer not null default 0;

-- Links with which a new user registers while registration is closed, or without waiting for approval.
create table invitations (
  id integer primary key autoincrement,
  -- SHA-256 of the link's token
  token_hash blob not null unique,
  role text not null check (role in ('admin', 'user')),
  -- null: an admin approves the account after registration
  permissions text,
  created_by text references users on delete cascade,
  created_at integer not null,
  expires_at integer not null
) strict;
create index invitations_of_user on invitations (created_by);

-- SHA-256 of the request body: the same key with another body is refused. Null for older rows.
alter table idempotency_keys add column body_hash blob;
