-- compatible-from: 0020
-- An applicant may sign in with the chat account that is linked.
alter table applicant_session
  -- the session is valid while the account is linked to it; null after a code
  add column chat_user_id text check (length(chat_user_id) between 1 and 32),
  -- SHA-256 of the state of the sign-in with the issuer, which counts once
  add column attempt_hash bytea;
create unique index applicant_session_attempt on applicant_session (community_id, attempt_hash) where attempt_hash is not null;
create index account_link_chat on account_link (community_id, chat_user_id);
create index verified_account_chat on verified_account (chat_user_id);
