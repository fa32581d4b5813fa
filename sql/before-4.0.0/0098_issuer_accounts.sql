-- compatible-from: 0020
-- A person may sign in with an account of the OpenID Connect issuer in place of a passkey.
alter table person
  add column issuer text check (length(issuer) <= 500),
  -- the id of the account at the issuer (`sub`)
  add column subject text check (length(subject) <= 255),
  add constraint person_account check ((issuer is null) = (subject is null));
create unique index person_issuer on person (community_id, issuer, subject) where issuer is not null;
create index person_subject on person (subject, issuer) where issuer is not null;
