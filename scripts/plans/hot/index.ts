// The hot statements: what requests, the dispatch and the webhooks ask, every list with each filter among them. Each has its
// plan in test/plans/golden.
import type { TxCtx } from '../../../src/context'
import { accountsAndKeys, definitions, forms, membersAndAwards } from './people'
import { community, type HotStatement } from './statement'
import { moderation, gatherings } from './moderation'
import { scheduling, telling } from './work'
import { trail, keeping } from './trail'

export { community, type HotStatement } from './statement'

export const hotStatements: readonly HotStatement[] = [
  ...accountsAndKeys,
  ...membersAndAwards,
  ...definitions('medal'),
  ...definitions('qualification'),
  ...forms,
  ...moderation,
  ...gatherings,
  ...trail,
  ...keeping,
  ...scheduling,
  ...telling,
]

/** A context of the big community for statements that are only taken down. */
export const contextOn = (db: TxCtx['db']): TxCtx =>
  ({
    db,
    community,
    actor: { kind: 'key', id: 'plans' },
    requestId: 'plans',
    settings: { queueLimit: 20_000 },
    now: () => new Date(),
  }) as unknown as TxCtx
