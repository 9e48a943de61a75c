-- The pace is computed from the last slot, so that a new one applies immediately. The precomputed next slot is obsolete.
delete from state where name = 'pace-next';
