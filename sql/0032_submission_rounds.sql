-- compatible-from: 0020
-- The version whose submissions count for this one too: an update of state or password alone does not reopen a form to those
-- who have submitted. Null: the version's own, which is also what a server of the release before writes.
alter table application_version add column round_version integer check (round_version between 1 and version);
