-- Campaigns' bookings are found by when an appointment was made.
create index appointments_by_creation on appointments (created_at) where phone is not null;
