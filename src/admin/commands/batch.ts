// `batch`: show.
import { getBatch } from '../../progression/batches/actions'
import { toAnswer } from '../../progression/batches/views'
import type { Ctx } from '../../context'
import { batchId } from '../arguments'
import type { Answer } from '../output'
import { required, type AddNoun } from '../verbs'

interface ShowFlags {
  readonly batch: string
}

export function addNouns(noun: AddNoun): void {
  noun('batch').communityVerb<ShowFlags>({
    verb: 'show',
    summary: 'show the result of each entry; kept for 24 hours',
    flags: [required('--batch <id>', 'the batchId chosen by the client', batchId)],
    examples: ['--community cmt_… --batch round-4711'],
    run: show,
  })
}

async function show(ctx: Ctx, { batch }: ShowFlags): Promise<Answer> {
  const { data } = toAnswer(await getBatch(ctx, batch))
  return {
    json: data,
    human: {
      fields: [
        ['batch', data.batchId],
        ['applied', data.createdAt],
      ],
      table: {
        columns: ['ENTRY', 'USER', 'STATUS', 'EXPERIENCE', 'QUOTA POINTS', 'MEDALS', 'WHY'],
        rows: data.entries.map(({ index, userId, status, error, experience, quotaPoints, medals = [] }) => [
          index,
          userId ?? null,
          status,
          experience?.change ?? null,
          quotaPoints?.change ?? null,
          medals.map(({ name }) => name).join(', ') || null,
          error?.message ?? null,
        ]),
      },
    },
  }
}
