-- compatible-from: 0020
-- The version whose submissions also count for this one: an update of state or password alone does not let applicants submit again.
-- Null: the version itself, also from servers of the previous release.
alter table application_version add column round_version integer check (round_version between 1 and version);
