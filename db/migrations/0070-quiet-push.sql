-- Whether a browser gets no push notifications at night.
alter table push_subscriptions add column quiet_at_night integer not null default 0;
