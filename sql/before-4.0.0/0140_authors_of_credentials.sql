-- compatible-from: 0020
-- Who made a person, and who invited the person last: a key, a person, or the operator where both are null, as for a key.
alter table person
  add column creator_key_id text,
  add column creator_person_id text,
  add column inviter_key_id text,
  add column inviter_person_id text;

-- of the people that there are, where the audit log still has it
update person p set
  creator_key_id = case made.actor_kind when 'key' then made.actor_id end,
  creator_person_id = case made.actor_kind when 'person' then made.actor_id end,
  inviter_key_id = case invited.actor_kind when 'key' then invited.actor_id end,
  inviter_person_id = case invited.actor_kind when 'person' then invited.actor_id end
from person named
left join lateral (
  select e.actor_kind, e.actor_id from audit_entry e
  where e.community_id = named.community_id and e.action = 'person.create' and e.after ->> 'personId' = named.person_id
  order by e.audit_id desc limit 1) made on true
left join lateral (
  select e.actor_kind, e.actor_id from audit_entry e
  where e.community_id = named.community_id and e.action in ('person.create', 'person.invite')
    and e.after ->> 'personId' = named.person_id
  order by e.audit_id desc limit 1) invited on true
where p.community_id = named.community_id and p.person_id = named.person_id;

-- the keys of a chain of rotations, and what a credential made
create index api_key_origin on api_key (community_id, origin_key_id) where origin_key_id is not null;
create index api_key_creator_person on api_key (community_id, creator_person_id) where creator_person_id is not null;
create index person_creator_key on person (community_id, creator_key_id) where creator_key_id is not null;
create index person_creator_person on person (community_id, creator_person_id) where creator_person_id is not null;
create index person_inviter_key on person (community_id, inviter_key_id) where inviter_key_id is not null;
create index person_inviter_person on person (community_id, inviter_person_id) where inviter_person_id is not null;

alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in
    ('response.decided', 'key.limited', 'person.limited', 'key.dependants', 'person.dependants')) not valid;
