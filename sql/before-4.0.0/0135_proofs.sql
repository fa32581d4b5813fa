-- compatible-from: 0020
-- When the person of a session last proved to be the one; null: at the sign-in.
alter table person_session add column proved_at timestamptz;
