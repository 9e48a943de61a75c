-- Ids that leave the process and are integers are AUTOINCREMENT: none is ever used twice.
-- Times are epoch milliseconds.

create table users (
  id text primary key,
  username text not null collate nocase unique,
  email text not null collate nocase unique,
  password_hash text not null,
  role text not null check (role in ('admin', 'user')),
  approved integer not null,
  permissions text not null,
  permission_version integer not null default 1,
  created_at integer not null
) strict;

create table sessions (
  -- SHA-256 of the cookie, so that a stolen database opens no session
  id_hash blob primary key,
  user_id text not null references users on delete cascade,
  created_at integer not null,
  expires_at integer not null,
  ip text,
  user_agent text
) strict, without rowid;
create index sessions_of_user on sessions (user_id);
create index sessions_expiring on sessions (expires_at);

create table audit_logs (
  id integer primary key autoincrement,
  actor_id text,
  actor_type text not null check (actor_type in ('user', 'system')),
  action text not null,
  target_type text,
  target_id text,
  metadata text not null,
  ip_address text,
  user_agent text,
  created_at integer not null,
  -- SHA-256 over the former row's hash and this row: a changed or missing row breaks the chain
  hash blob not null
) strict;

create table settings (
  name text primary key,
  value text not null
) strict, without rowid;

-- What the machine remembers about itself: pace, watermarks, last runs, a paused engine.
create table state (
  name text primary key,
  value text not null
) strict, without rowid;

create table counters (
  name text primary key,
  value integer not null
) strict, without rowid;

-- A repeated POST with the same Idempotency-Key answers what the first one answered.
create table idempotency_keys (
  key text not null,
  user_id text not null references users on delete cascade,
  reply text not null,
  created_at integer not null,
  primary key (user_id, key)
) strict, without rowid;
create index idempotency_keys_by_age on idempotency_keys (created_at);
