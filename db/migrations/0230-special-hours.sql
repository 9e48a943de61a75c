-- JSON [{start, end}, …] of a day that is open for other hours than usual; null: closed all day.
alter table closed_days add column open text;
