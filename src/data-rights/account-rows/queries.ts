// SQL that erases what belongs to an account itself: links, codes, ids, restrictions.
import { CompiledQuery } from 'kysely'
import type { Db } from '../../context'

/** Deletes the ids of the account $1, and those without an account and that were reported with its name. */
export const eraseIdentities = `
  delete from identity i where i.user_id = $1 or i.conflict_user_id = $1 or (i.user_id is null and exists (
    select from member m where m.community_id = i.community_id and m.user_id = $1 and lower(m.username) = lower(i.username)))`

/** The ids stay. */
export async function eraseReportedNames(db: Db, userId: number): Promise<void> {
  await db.updateTable('identity').set({ username: null, display_name: null }).where('user_id', '=', userId).execute()
}

/** Deletes the codes of the account $1 and of its chat accounts, which are deleted next. */
export const eraseLinkCodes = `
  delete from link_code where user_id = $1 or chat_user_id in (
    select chat_user_id from account_link where user_id = $1
    union all select chat_user_id from verified_account where user_id = $1)`

export async function deleteAccountRows(db: Db, userId: number): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(eraseLinkCodes, [userId]))
  await db.deleteFrom('verified_account').where('user_id', '=', userId).execute()
  await db.deleteFrom('account_link').where('user_id', '=', userId).execute()
  await db.deleteFrom('account_restriction').where('user_id', '=', userId).execute()
  await db.deleteFrom('password_guess').where('user_id', '=', userId).execute()
}
