-- Finds whether a freed time is already offered.
create index waitlist_gaps_open on waitlist_gaps (employee_id, starts_at) where due_at is not null;
