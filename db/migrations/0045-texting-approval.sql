-- A request for texts from the public page, until the client confirms it by replying YES.
create table text_sign_ups (
  phone integer primary key,
  name text not null,
  -- The exact wording of each box that was checked; null where it was not.
  appointments text,
  offers text,
  ip_address text,
  user_agent text,
  asked_at integer not null
) strict;

-- Numbers whose clients agreed to texts about appointments and not to offers: a projection of `consents`,
-- which campaigns read before each text.
create table appointment_only (
  phone integer primary key
) strict;

-- What the owner typed for the carriers' forms, and what Twilio last said about them.
create table registration (
  id integer primary key check (id = 1),
  details text not null default '{}',
  -- JSON; null before the first look
  status text,
  checked_at integer
) strict;
insert into registration (id) values (1);
