// The hot statements of requests, dispatch and webhooks, and all lists with each filter. Their plans are in
// test/plans/golden.
import { JOB, type TxCtx } from '../../../src/context'
import { recorded, type Recorded } from '../recorder'
import { accountsAndKeys, definitions, forms, membersAndAwards } from './members'
import { community, type HotStatement } from './statement'
import { moderation, eventStatements } from './moderation'
import { rankChangeStatements, webhookStatements } from './rank-changes'
import { auditStatements, maintenanceStatements } from './audit-log'

export { community, type HotStatement } from './statement'

export const hotStatements: readonly HotStatement[] = [
  ...accountsAndKeys,
  ...membersAndAwards,
  ...definitions('medal'),
  ...definitions('qualification'),
  ...forms,
  ...moderation,
  ...eventStatements,
  ...auditStatements,
  ...maintenanceStatements,
  ...rankChangeStatements,
  ...webhookStatements,
]

/** A context of the large community. */
export const contextOn = (db: TxCtx['db']): TxCtx =>
  ({
    db,
    community,
    actor: { kind: 'key', id: 'plans' },
    caller: JOB,
    requestId: 'plans',
    settings: { queueLimit: 20_000 },
    rankChanges: { scheduler: true },
    now: () => new Date(),
  }) as unknown as TxCtx

/** The statement that it sends. */
export async function statementOf({ send, name }: HotStatement): Promise<Recorded> {
  const [statement] = await recorded((db) => send(contextOn(db as TxCtx['db'])))
  if (!statement) throw new Error(`${name} sends no statement`)
  return statement
}
