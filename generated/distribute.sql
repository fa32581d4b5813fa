-- Generated from the schema by `npm run generate`: for a database with Citus, after the migrations.
select create_reference_table('plan'); -- few rows; every key lookup joins its plan
select create_reference_table('platform_operation_transition'); -- rules that a trigger reads
select create_reference_table('suspension_transition'); -- rules that a trigger reads
select create_reference_table('event_transition'); -- rules that a trigger reads
select create_reference_table('verified_account'); -- an account has one owner in all communities
select create_reference_table('account_restriction'); -- an operator restricts an account in every community
select create_reference_table('data_rights_hold'); -- a hold applies in all communities
select create_reference_table('dispatch_switch'); -- one row: the pause of the whole deployment
select create_reference_table('worker_process'); -- a row for each worker; enqueuing checks that one is alive
select create_reference_table('platform_budget'); -- the platform counts calls by credential owner, over communities
select create_distributed_table('community', 'community_id');
select create_distributed_table('api_key', 'community_id', colocate_with => 'community');
select create_distributed_table('application', 'community_id', colocate_with => 'community');
select create_distributed_table('application_response', 'community_id', colocate_with => 'community');
select create_distributed_table('application_template', 'community_id', colocate_with => 'community');
select create_distributed_table('application_version', 'community_id', colocate_with => 'community');
select create_distributed_table('audit_entry', 'community_id', colocate_with => 'community');
select create_distributed_table('audit_forgotten', 'community_id', colocate_with => 'community');
select create_distributed_table('audit_redaction', 'community_id', colocate_with => 'community');
select create_distributed_table('audit_seal', 'community_id', colocate_with => 'community');
select create_distributed_table('award_batch', 'community_id', colocate_with => 'community');
select create_distributed_table('blacklist_entry', 'community_id', colocate_with => 'community');
select create_distributed_table('community_storage', 'community_id', colocate_with => 'community');
select create_distributed_table('dispatch_lane', 'community_id', colocate_with => 'community');
select create_distributed_table('event_type', 'community_id', colocate_with => 'community');
select create_distributed_table('event', 'community_id', colocate_with => 'community');
select create_distributed_table('member', 'community_id', colocate_with => 'community');
select create_distributed_table('event_attendee', 'community_id', colocate_with => 'community');
select create_distributed_table('event_award', 'community_id', colocate_with => 'community');
select create_distributed_table('platform_operation', 'community_id', colocate_with => 'community');
select create_distributed_table('idempotency_key', 'community_id', colocate_with => 'community');
select create_distributed_table('leaderboard_step', 'community_id', colocate_with => 'community');
select create_distributed_table('legacy_key', 'community_id', colocate_with => 'community');
select create_distributed_table('medal', 'community_id', colocate_with => 'community');
select create_distributed_table('member_medal', 'community_id', colocate_with => 'community');
select create_distributed_table('qualification', 'community_id', colocate_with => 'community');
select create_distributed_table('member_qualification', 'community_id', colocate_with => 'community');
select create_distributed_table('notification', 'community_id', colocate_with => 'community');
select create_distributed_table('password_guess', 'community_id', colocate_with => 'community');
select create_distributed_table('platform_connection', 'community_id', colocate_with => 'community');
select create_distributed_table('platform_operation_history', 'community_id', colocate_with => 'community');
select create_distributed_table('rank', 'community_id', colocate_with => 'community');
select create_distributed_table('request_key', 'community_id', colocate_with => 'community');
select create_distributed_table('result_message', 'community_id', colocate_with => 'community');
select create_distributed_table('subscription', 'community_id', colocate_with => 'community');
select create_distributed_table('suspension', 'community_id', colocate_with => 'community');
select create_distributed_table('suspension_settings', 'community_id', colocate_with => 'community');
select create_distributed_table('warning', 'community_id', colocate_with => 'community');
select create_distributed_table('webhook_endpoint', 'community_id', colocate_with => 'community');
select create_distributed_table('webhook_delivery', 'community_id', colocate_with => 'community');
select create_distributed_table('webhook_feed', 'community_id', colocate_with => 'community');
select create_distributed_table('webhook_line', 'community_id', colocate_with => 'community');
