-- compatible-from: 0020
-- The version whose submissions also count: updates of state or password do not reopen. Null: itself.
alter table application_version add column round_version integer check (round_version between 1 and version);
