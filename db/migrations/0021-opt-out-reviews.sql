-- A number whose client may have asked to end texting. A row exists until staff decide, or the client says it clearly.
-- Keyed by number, like consents, so that deleting the contact or the thread decides nothing.
create table opt_out_reviews (
  phone integer primary key,
  -- The exact words, which become the consent's wording.
  wording text not null,
  asked_at integer not null
) strict;
