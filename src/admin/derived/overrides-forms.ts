// Application forms, and their responses.
import { isChoice } from '../../applications/forms/rules'
import type { Schema } from '../../contract/types'
import { responseId, wholeNumber } from '../arguments'
import type { Field, NamedCell, NamedHuman } from '../output'
import { optional, required } from '../options'
import type { Override, Overrides, OwnFlag, Values } from './override'

type Detail = Schema<'ResponseDetail'>
type Form = Schema<'Application'> & { readonly definition: Schema<'Definition'> }

function toHuman(answer: Values): NamedHuman {
  const { definition, ...form } = answer as unknown as Form
  const { joinRequests = 'ignore', passAwards = {}, questions } = definition
  return {
    blocks: [
      {
        fields: {
          application: form.applicationId,
          name: form.name,
          state: form.state,
          version: form.version,
          required: form.required,
          password: form.passwordRequired,
          grading: form.automaticGrading ? 'automatic' : 'by staff',
          'join requests': joinRequests,
          'a pass gives': Object.values(passAwards).flat().join(', ') || null,
        },
        texts: questions.map((question) => [
          question.title,
          isChoice(question)
            ? `${question.type}: ${question.options.map(({ label }) => label).join(', ')}`
            : question.type,
        ]),
      },
    ],
  }
}

function factsOf(detail: Detail): readonly Field<NamedCell>[] {
  const facts = {
    response: detail.responseId,
    application: `${detail.applicationId} version ${detail.applicationVersion}`,
    applicant: applicantOf(detail),
    status: detail.status,
    revision: detail.revision,
    score: detail.score === null ? null : `${detail.score} %`,
    submitted: detail.submittedAt,
    reviewed: detail.reviewedAt,
    by: detail.decidedBy && { actor: detail.decidedBy },
    feedback: detail.applicantFeedback,
    note: detail.privateNote,
  }
  return Object.entries(facts).filter(([, value]) => value !== null)
}

/** An applicant may be no member, so the response has the name. */
export const applicantOf = ({ userId, username }: Detail): string => [userId, username ?? []].flat().join(' ')

export function answersOf({ questions, answers }: Detail): [string, string | null][] {
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

const responseFlag = (sets: 'keyOfResponse' | 'revisionOfResponse'): OwnFlag => ({
  names: ['path/responseId', 'path/applicationId'],
  option: required('--response <id>', 'the response; see response queue', responseId),
  sets,
})

const revisionFlag: OwnFlag = {
  names: ['body/revision'],
  option: optional(
    '--revision <n>',
    'the revision that you read; by default the current one',
    wholeNumber(1, 2 ** 31 - 1),
  ),
  sets: (revision) => ({ 'body/revision': revision }),
}

const reviewing: Omit<Override, 'summary'> = {
  own: [responseFlag('revisionOfResponse'), revisionFlag],
  flags: { 'body/applicantFeedback': 'feedback', 'body/privateNote': 'note' },
  human: (answer) => ({ fields: factsOf(answer as unknown as Detail) }),
}

const deciding = (verb: 'pass' | 'fail', status: 'Passed' | 'Failed') => ({
  ...reviewing,
  verb,
  summary: `${verb} a response; the applicant is notified`,
  only: ['body/applicantFeedback', 'body/privateNote', 'body/revision'],
  values: { 'body/status': status },
})

export const formOverrides: Overrides = {
  getApplication: { verb: 'show-metadata' },
  getApplicationConfiguration: { verb: 'show', human: toHuman },
  createApplication: { flags: { 'body/definition': 'file' } },
  getResponse: {
    noun: 'response',
    verb: 'show',
    own: [responseFlag('keyOfResponse')],
    human: (answer) => {
      const detail = answer as unknown as Detail
      return { blocks: [{ fields: factsOf(detail), texts: answersOf(detail) }] }
    },
  },
  reviewResponse: {
    ...reviewing,
    noun: 'response',
    verb: 'review',
    variants: [deciding('pass', 'Passed'), deciding('fail', 'Failed')],
  },
  listAllResponses: { noun: 'response', verb: 'all' },
  listResponses: { noun: 'response', verb: 'list' },
  submitResponse: { noun: 'response', verb: 'submit' },
  getApplicationStatus: { noun: 'response', verb: 'show-result' },
}
