-- Six digits that prove an e-mail address or a phone number, whatever for.
create table verification_codes (
  id integer primary key,
  -- such as 'password-reset'
  purpose text not null,
  -- an address in lower case or a number in E.164, also one that nobody here has
  target text not null,
  -- keyed: a stolen database alone tells no code
  code_hash blob not null,
  wrong_tries integer not null default 0,
  created_at integer not null,
  -- ten minutes after it was made; once verified, the end of the hour to use it in
  expires_at integer not null,
  -- SHA-256 of the cookie in the browser that proved it
  proof_hash blob
) strict;
create index verification_codes_of_target on verification_codes (target, created_at);
create index verification_codes_by_age on verification_codes (created_at);

create table second_factors (
  user_id text primary key references users on delete cascade,
  -- sealed with the installation's key
  secret text not null,
  -- null until a first code has shown that the person's app has it
  confirmed_at integer,
  -- time step of the last code used: none works twice
  last_step integer not null default 0,
  created_at integer not null
) strict, without rowid;

create table recovery_codes (
  user_id text not null references users on delete cascade,
  -- SHA-256 of eighty random bits, on purpose without the installation's key: they must work when it is lost
  code_hash blob not null,
  used_at integer,
  primary key (user_id, code_hash)
) strict, without rowid;
