// Statements of the erasure of an account that need more than its id. The account is $1.

/** Also ids without an account that were reported with its name. Ids of other accounts lose the name. */
export const identitiesOfAccount = `
  with named as (update identity i set username = null, display_name = null where i.user_id <> $1 and exists (
    select from member m where m.community_id = i.community_id and m.user_id = $1 and lower(m.username) = lower(i.username)))
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

/** People of the staff who are bound to the account: their names leave the audit log, and their sessions go with them. */
export const peopleOfAccount = `
  with gone as materialized (
    select community_id, person_id, erase_person_names(community_id, person_id) from person where user_id = $1
  )
  delete from person p using gone where p.community_id = gone.community_id and p.person_id = gone.person_id`

/** Of the reversals of changes that the account made by hand. */
export const reasonsOfReversals = `
  update reversal set reason = null where source = 'account' and source_id = $1::bigint::text`
