-- Counts a caller's calls of the last day with every call.
create index calls_of_caller on calls (phone, started_at);
