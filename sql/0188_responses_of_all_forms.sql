-- no-transaction
-- compatible-from: 0020
-- Responses to all forms of one state, which is the queue of what waits for a review.
create index concurrently if not exists application_response_of_status
  on application_response (community_id, status, submitted_at, response_id);
