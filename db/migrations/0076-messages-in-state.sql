-- The message of the last backup, of each open alert and of each refund that is still owed was named "words".
update state set value = json_set(json_remove(value, '$.words'), '$.message', json_extract(value, '$.words'))
where name = 'last-backup' and json_type(value, '$.words') is not null;

update state set value = (
  select json_group_object(key, json(json_set(json_remove(one.value, '$.words'), '$.message', json_extract(one.value, '$.words'))))
  from json_each(state.value) as one
)
where name = 'alerts' and value like '%"words":%';

update state set value = (
  select json_group_array(json(json_set(json_remove(one.value, '$.words'), '$.message', json_extract(one.value, '$.words'))))
  from json_each(state.value) as one
)
where name = 'owed-back' and value like '%"words":%';
