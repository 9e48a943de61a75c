-- Mails about signed agreements: the copy after signing, and the notice before a yearly membership renews.
create table agreement_mails (
  agreement_id integer not null references agreements on delete cascade,
  kind text not null check (kind in ('copy', 'renewal')),
  -- when the announced renewal is due; 0 for the copy
  renews_at integer not null,
  created_at integer not null,
  -- when it is sent, or tried again; null once that is over
  try_at integer,
  primary key (agreement_id, kind, renews_at)
) strict, without rowid;
create index agreement_mails_due on agreement_mails (try_at) where try_at is not null;
