-- no-transaction
-- compatible-from: 0020
-- Responses of one account to all forms.
create index concurrently if not exists application_response_of_account
  on application_response (community_id, user_id, submitted_at, response_id);
