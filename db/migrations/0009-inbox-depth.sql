-- Pictures and files of texts. The bytes lie in this one file too, so that the backup is whole.
create table media (
  id integer primary key autoincrement,
  -- null while an upload waits to be sent
  message_id integer,
  place integer not null default 0,
  state text not null check (state in ('waiting', 'stored', 'failed', 'gone')),
  -- as the bytes say; null until they are here
  type text,
  size integer,
  -- where the provider keeps what a client sent
  source text,
  -- why it could not be fetched, in words
  error text,
  tries integer not null default 0,
  due_at integer not null default 0,
  uploaded_by text,
  created_at integer not null,
  -- an upload that nobody sent, or what a deleted conversation still had on its way
  delete_at integer
) strict;
create index media_of_message on media (message_id, place) where message_id is not null;
create index media_due on media (due_at) where state = 'waiting';
create index media_uploads on media (uploaded_by) where message_id is null;
create index media_leaving on media (delete_at) where delete_at is not null;
create index media_stored on media (created_at) where state = 'stored';

create table media_pieces (
  id integer primary key,
  media_id integer not null references media on delete cascade,
  bytes blob not null
) strict;
create index media_pieces_of on media_pieces (media_id, id);

create table quick_replies (
  id integer primary key autoincrement,
  title text not null,
  body text not null,
  place integer not null
) strict;
create index quick_replies_in_order on quick_replies (place, id);

-- What somebody has typed and not sent, on whichever device.
create table drafts (
  conversation_id integer not null references conversations on delete cascade,
  user_id text not null references users on delete cascade,
  body text not null,
  updated_at integer not null,
  primary key (user_id, conversation_id)
) strict, without rowid;
create index drafts_of_conversation on drafts (conversation_id);
