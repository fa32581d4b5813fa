// `notification`: list.
import type { Ctx } from '../../context'
import { listNotifications } from '../../applications/submissions/queries'
import { positiveId } from '../arguments'
import { account } from '../names'
import { nextPage, type Answer } from '../output'
import { notificationSentence } from '../sentences'
import { limitFlag, optional } from '../options'
import type { AddNoun } from '../verbs'

interface ListFlags {
  readonly limit: number
  readonly before?: number
}

export function addNouns(noun: AddNoun): void {
  noun('notification').communityVerb<ListFlags>({
    verb: 'list',
    csv: true,
    summary: 'list the notifications of a community, newest first',
    flags: [limitFlag(1_000, 50), optional('--before <id>', 'cursor of the previous page', positiveId)],
    examples: ['--community cmt_…', '--community cmt_… --limit 200 --before 4711 --json'],
    run: listPage,
  })
}

async function listPage(ctx: Ctx, { limit, before }: ListFlags): Promise<Answer> {
  // one more, to detect a next page
  const found = await listNotifications(ctx, limit + 1, before ?? null)
  const rows = found.slice(0, limit)
  const nextBefore = found.length > limit ? String(rows.at(-1)?.notification_id) : null
  return {
    json: {
      notifications: rows.map((row) => ({
        notificationId: String(row.notification_id),
        kind: row.kind,
        userId: String(row.user_id),
        payload: row.payload,
        createdAt: row.created_at,
      })),
      nextBefore,
    },
    human: {
      table: {
        columns: ['ID', 'AT', 'KIND', 'USER', 'WHAT'],
        rows: rows.map((row) => [
          row.notification_id,
          row.created_at,
          row.kind,
          account(row.user_id),
          notificationSentence(row.kind, row.payload),
        ]),
      },
      note: rows.length === 0 ? 'There are no notifications.' : nextPage('before', nextBefore),
    },
  }
}
