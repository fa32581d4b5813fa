-- compatible-from: 0020
-- A MAC for each seal of the audit log, by a key that the database does not have. Seals before have none: the first seal with
-- a MAC covers them by its previous hash.
alter table audit_seal
  add column mac bytea;

-- The newest seal of each community: shows that a newer one was removed.
create table audit_head (
  community_id text primary key references community,
  number bigint not null check (number >= 1),
  hash bytea not null,
  -- the first seal with a MAC
  first bigint not null check (first between 1 and number),
  mac bytea not null
);
