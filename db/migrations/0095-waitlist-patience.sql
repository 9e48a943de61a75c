-- `unanswered` counts days with an unanswered offer from now on; this is the last of them.
alter table waitlist add column unanswered_on text;
