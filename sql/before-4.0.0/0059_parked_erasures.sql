-- compatible-from: 0020
-- Erasure requests with an id that no account here has, or that several have.
alter table erasure_request
  -- the id as the request names it, while its account is not known
  add column parked_id bigint check (parked_id between 1 and 9007199254740991),
  add column parked_as text check (parked_as in ('unknown', 'ambiguous')),
  -- of parked_id; null: the request does not name it
  add column domain text check (domain ~ '^(universe|application|group)-[1-9][0-9]{0,19}$'),
  -- when user_id was found to be the account; null: the job has not looked yet
  add column resolved_at timestamptz,
  -- how it ended without an account; null: the account was erased, or it has not ended
  add column ended_as text check (ended_as in ('closed', 'no-data')),
  drop constraint erasure_request_forgets,
  add constraint erasure_request_forgets
    check (num_nonnulls(user_id, parked_id) = case when completed_at is null then 1 else 0 end),
  add constraint erasure_request_parked check ((parked_id is null) = (parked_as is null)),
  add constraint erasure_request_domain check (domain is null or parked_id is not null),
  add constraint erasure_request_ended check (ended_as is null or completed_at is not null);

create index erasure_request_parked on erasure_request (received_at) where parked_id is not null;

-- of an erasure request, which names no community
create index identity_by_id on identity (id);
