-- JSON [{start, end}, …] of a day with special hours; null: closed all day.
alter table closed_days add column open text;
