-- Attempts of accounts and phone numbers, which neither a restart nor a flood of other keys may forget.
create table rate_limits (
  name text not null,
  -- a keyed hash: an erased client's number can't be found here
  key blob not null,
  until integer not null,
  used integer not null,
  primary key (name, key)
) strict, without rowid;
create index rate_limits_by_end on rate_limits (until);

-- SHA-256 of the cookie of the browser that asked for the code. Wrong tries are counted by number and by that browser.
alter table verification_codes add column browser_hash blob;
alter table verification_codes drop column wrong_tries;
