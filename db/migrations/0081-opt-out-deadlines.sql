-- Reviews that no one decides end in an opt-out, so the oldest are looked up every few minutes.
create index opt_out_reviews_by_age on opt_out_reviews (asked_at);
