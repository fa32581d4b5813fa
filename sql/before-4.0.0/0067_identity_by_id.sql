-- compatible-from: 0020
-- As text: the planner preferred the index of the ids of all communities to the primary key, which begins with the community.
drop index identity_by_id;
create index identity_by_id on identity ((id::text));
