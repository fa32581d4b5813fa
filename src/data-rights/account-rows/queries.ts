// SQL that erases what belongs to an account itself.
import { CompiledQuery } from 'kysely'
import type { Db } from '../../context'
import { tables } from '../../db/tables'

export async function deleteAccountRows(db: Db, userId: number): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(tables.link_code.erased.statement, [userId]))
  await db.deleteFrom('applicant_code').where('user_id', '=', userId).execute()
  await db.deleteFrom('applicant_session').where('user_id', '=', userId).execute()
  await db.deleteFrom('verified_account').where('user_id', '=', userId).execute()
  await db.deleteFrom('account_link').where('user_id', '=', userId).execute()
  await db.deleteFrom('account_restriction').where('user_id', '=', userId).execute()
  await db.deleteFrom('password_guess').where('user_id', '=', userId).execute()
}
