// `response`: queue, show, pass, fail.
import { isChoice } from '../../applications/forms/rules'
import { readResponse, requireResponsePlace, reviewResponse } from '../../applications/reviews/actions'
import { toDetail } from '../../applications/reviews/views'
import { listPendingResponses, type PendingRow } from '../../applications/reviews/queries'
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { applicationId, responseId, reviewText, wholeNumber } from '../arguments'
import { actor } from '../names'
import type { Answer, Block, NamedCell } from '../output'
import { optional, required } from '../options'
import type { AddNoun, Verb } from '../verbs'

interface QueueFlags {
  readonly application?: string
  readonly after?: string
  readonly limit: number
}
interface ResponseFlags {
  readonly response: string
}
type ReviewFlags = ResponseFlags & {
  readonly revision?: number
  readonly note?: string
  readonly feedback?: string
}
type Detail = Schema<'ResponseDetail'>

const responseFlag = () => required('--response <id>', 'the response; see response queue', responseId)

export function addNouns(noun: AddNoun): void {
  noun('response')
    .communityVerb<QueueFlags>({
      verb: 'queue',
      csv: true,
      summary: 'show the responses that wait for a review, of all forms, oldest first, with their answers',
      flags: [
        optional('--application <id>', 'only this form; see application list', applicationId),
        optional('--limit <n>', 'maximum number', wholeNumber(1, 100)).default(10),
        optional('--after <response>', 'cursor of the previous page', responseId),
      ],
      examples: ['--community cmt_…', '--community cmt_… --application app_… --limit 100 --csv'],
      help: 'The audit log names who read which response.',
      run: queue,
    })
    .communityVerb<ResponseFlags>({
      verb: 'show',
      summary: 'show a response, its answers and its review',
      flags: [responseFlag()],
      examples: ['--community cmt_… --response rsp_…'],
      run: async (ctx, { response }) => shown(await read(ctx, response)),
    })
    .communityVerb(review('pass', 'Passed', 'pass a response; the applicant is notified'))
    .communityVerb(review('fail', 'Failed', 'fail a response; the applicant is notified'))
}

function review(verb: 'pass' | 'fail', status: 'Passed' | 'Failed', summary: string): Verb<Ctx, ReviewFlags> {
  return {
    verb,
    summary,
    flags: [
      responseFlag(),
      optional('--feedback <text>', 'for the applicant', reviewText),
      optional('--note <text>', 'for the staff; the applicant does not see it', reviewText),
      optional('--revision <n>', 'the revision that you read; by default the current one', wholeNumber(1, 2 ** 31 - 1)),
    ],
    examples: [
      '--community cmt_… --response rsp_…',
      `--community cmt_… --response rsp_… --feedback "${verb === 'pass' ? 'Welcome.' : 'Try again in a month.'}"`,
    ],
    help: 'A review is final. It fails with response_already_reviewed when another reviewer was faster.',
    run: async (ctx, flags) => decide(ctx, status, flags),
  }
}

async function decide(ctx: Ctx, status: 'Passed' | 'Failed', flags: ReviewFlags): Promise<Answer> {
  const { applicationId: form, revision } = await requireResponsePlace(ctx, flags.response)
  const row = await reviewResponse(ctx, form, flags.response, {
    status,
    revision: flags.revision ?? revision,
    ...(flags.note === undefined ? {} : { privateNote: flags.note }),
    ...(flags.feedback === undefined ? {} : { applicantFeedback: flags.feedback }),
  })
  const detail = toDetail(row)
  return { json: detail, human: { fields: factsOf(detail) } }
}

async function read(ctx: Ctx, response: string): Promise<Detail> {
  const { applicationId: form } = await requireResponsePlace(ctx, response)
  return toDetail(await readResponse(ctx, form, response))
}

function shown(detail: Detail): Answer {
  return { json: detail, human: { blocks: [{ fields: factsOf(detail), texts: answersOf(detail) }] } }
}

function factsOf(detail: Detail): (readonly [string, NamedCell])[] {
  const facts: [string, NamedCell | null][] = [
    ['response', detail.responseId],
    ['application', `${detail.applicationId} version ${detail.applicationVersion}`],
    ['applicant', applicantOf(detail)],
    ['status', detail.status],
    ['revision', detail.revision],
    ['score', detail.score === null ? null : `${detail.score} %`],
    ['submitted', detail.submittedAt],
    ['reviewed', detail.reviewedAt],
    ['by', detail.decidedBy && actor(detail.decidedBy.kind, detail.decidedBy.id)],
    ['feedback', detail.applicantFeedback],
    ['note', detail.privateNote],
  ]
  return facts.filter(([, value]) => value !== null)
}

async function queue(ctx: Ctx, { application, after, limit }: QueueFlags): Promise<Answer> {
  const place = after === undefined ? null : await requireResponsePlace(ctx, after)
  const rows = await listPendingResponses(ctx, { applicationId: application ?? null, after: place, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const details: Detail[] = []
  for (const row of page) details.push(toDetail(await readResponse(ctx, row.application_id, row.response_id)))
  const nextAfter = rows.length > limit ? (page.at(-1)?.response_id ?? null) : null
  const none = page.length === 0 ? 'No response waits for a review.' : undefined
  const note = nextAfter === null ? none : `Next page: --after ${nextAfter}`
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
            ...[detail.responseId, detail.applicationId, page[index]?.application_name ?? null],
            ...[detail.userId, detail.username, detail.submittedAt, question, answer],
          ]),
        ),
      },
      ...(note === undefined ? {} : { note }),
    },
  }
}

function toBlock(detail: Detail, row: PendingRow | undefined): Block<NamedCell> {
  return {
    fields: [
      ['response', detail.responseId],
      ['form', row?.application_name ?? detail.applicationId],
      ['applicant', applicantOf(detail)],
      ['submitted', detail.submittedAt],
    ],
    texts: answersOf(detail),
  }
}

/** An applicant may be no member, so the response has the name. */
const applicantOf = ({ userId, username }: Detail): string => [userId, username ?? []].flat().join(' ')

function answersOf({ questions, answers }: Detail): [string, string | null][] {
  return questions.map((question) => {
    const answer: unknown = answers[question.id]
    if (Array.isArray(answer)) {
      const options = isChoice(question) ? question.options : []
      const labels = answer.map((id) => options.find((option) => option.id === id)?.label ?? String(id))
      return [question.title, labels.join(', ')]
    }
    return [question.title, typeof answer === 'string' && answer !== '' ? answer : null]
  })
}
