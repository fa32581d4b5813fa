// Statements of the erasure of an account that need more than its id. The account is $1.

/** Also ids without an account that were reported with its name. */
export const identitiesOfAccount = `
  delete from identity i where i.user_id = $1 or i.conflict_user_id = $1 or (i.user_id is null and exists (
    select from member m where m.community_id = i.community_id and m.user_id = $1 and lower(m.username) = lower(i.username)))`

/** Also those of its chat accounts, which are deleted next. */
export const codesOfAccount = `
  delete from link_code where user_id = $1 or chat_user_id in (
    select chat_user_id from account_link where user_id = $1
    union all select chat_user_id from verified_account where user_id = $1)`

/** Answers that name the account. Their keys stay, so that a retry changes nothing. */
export const repliesOfAccount = `
  update request_key set reply = null, effect = '{}', user_ids = '{}' where user_ids @> array[$1::bigint]`

/** The rest of an outcome stays, so that a retry awards nothing. */
export const outcomesOfAccount = `
  update award_batch b set outcome = (
    select jsonb_agg(case when one ->> 'userId' = $1::text then one || '{"userId": null}' else one end order by place)
    from jsonb_array_elements(b.outcome) with ordinality as entry (one, place))
  where b.outcome @> jsonb_build_array(jsonb_build_object('userId', $1::text))`

/** Operations on others that a key asked for on behalf of the account stay; a queued one then fails. */
export const operationsOfAccount = `
  with others as (update platform_operation set on_behalf_of = 0 where on_behalf_of = $1 and user_id <> $1)
  delete from platform_operation where user_id = $1`

export const personOfAccount = `
  update person set user_id = null, rank_unique_id = null, rank_read_at = null where user_id = $1`
