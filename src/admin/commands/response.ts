// `response queue`.
import { readResponse, requireResponseKey } from '../../applications/reviews/actions'
import { toDetail } from '../../applications/reviews/views'
import { listPendingResponses, type PendingRow } from '../../applications/reviews/queries'
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { applicationId, responseId } from '../arguments'
import { answersOf, applicantOf } from '../derived/overrides-forms'
import { nextPage, type Answer, type Block, type NamedFields } from '../output'
import { limitFlag, optional } from '../options'
import type { Noun } from '../verbs'

interface QueueFlags {
  readonly application?: string
  readonly after?: string
  readonly limit: number
}
type Detail = Schema<'ResponseDetail'>

export function addVerbs(noun: Noun): void {
  noun.communityVerb<QueueFlags>({
    verb: 'queue',
    csv: true,
    summary: 'show the responses that wait for a review, of all forms, oldest first, with their answers',
    flags: [
      optional('--application <id>', 'only this form; see application list', applicationId),
      limitFlag(100, 10),
      optional('--after <response>', 'cursor of the previous page', responseId),
    ],
    examples: ['', '--application app_… --limit 100 --csv'],
    help: 'The audit log names who read which response.',
    run: queue,
  })
}

async function queue(ctx: Ctx, { application, after, limit }: QueueFlags): Promise<Answer> {
  const place = after === undefined ? null : await requireResponseKey(ctx, after)
  const rows = await listPendingResponses(ctx, { applicationId: application ?? null, after: place, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const details: Detail[] = []
  for (const row of page) details.push(toDetail(await readResponse(ctx, row.application_id, row.response_id)))
  const nextAfter = rows.length > limit ? (page.at(-1)?.response_id ?? null) : null
  return {
    json: {
      responses: details.map((detail, index) => ({ applicationName: page[index]?.application_name, ...detail })),
      nextAfter,
    },
    human: {
      blocks: details.map((detail, index) => toBlock(detail, page[index])),
      table: {
        columns: ['RESPONSE', 'APPLICATION', 'FORM', 'USER', 'USERNAME', 'SUBMITTED', 'QUESTION', 'ANSWER'],
        rows: details.flatMap((detail, index) =>
          answersOf(detail).map(([question, answer]) => [
            detail.responseId,
            detail.applicationId,
            page[index]?.application_name ?? null,
            detail.userId,
            detail.username,
            detail.submittedAt,
            question,
            answer,
          ]),
        ),
      },
      note: page.length === 0 ? 'No response waits for a review.' : nextPage('after', nextAfter),
    },
  }
}

function toBlock(detail: Detail, row: PendingRow | undefined): Block<NamedFields> {
  return {
    fields: {
      response: detail.responseId,
      form: row?.application_name ?? detail.applicationId,
      applicant: applicantOf(detail),
      submitted: detail.submittedAt,
    },
    texts: answersOf(detail),
  }
}
