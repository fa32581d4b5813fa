// Application forms, and their responses.
import { isChoice } from '../../applications/forms/rules'
import type { Schema } from '../../contract/types'
import { list, responseId, wholeNumber } from '../arguments'
import type { Field, NamedCell, NamedHuman } from '../output'
import { optional, required } from '../options'
import type { Column, Override, Overrides, OwnFlag, Values } from './override'

type Detail = Schema<'ResponseDetail'>
type Form = Schema<'Application'> & { readonly definition: Schema<'Definition'> }

const grading: Column = ['grading', ({ automaticGrading }) => (automaticGrading ? 'automatic' : 'by staff')]
const application: Column = ['application', ({ applicationId }) => applicationId]

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

const createHelp = `The file is a definition of the API (DefinitionInput), such as:
  {"name": "Pilot school", "state": "open", "questions": [
    {"type": "short", "title": "Why do you apply?"},
    {"type": "single", "title": "Up is", "options": [{"label": "this way"}, {"label": "that way"}]}]}`

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

const formsOrNone = (text: string): string[] => (text === 'none' ? [] : list(text))

function sentenceOf({ kind, response, limited, remaining }: Values): string {
  if (limited !== undefined) {
    const { keyId, personId, limit } = limited as Schema<'NotifiedLimit'>
    return `${keyId ? `The key ${keyId}` : `The person ${personId}`} took more than ${limit} times within an hour.`
  }
  if (remaining !== undefined) {
    const { keyId, personId, dependants } = remaining as Schema<'NotifiedDependants'>
    const made = dependants.map((one) => `${one.kind} ${one.id}`).join(', ')
    return `The ${keyId ? `key ${keyId}` : `person ${personId}`} was stopped. What it made stays: ${made}.`
  }
  if (response === undefined) return kind as string
  const { responseId, status, applicantFeedback } = response as Schema<'NotifiedResponse'>
  const feedback = applicantFeedback ? ` Feedback: ${applicantFeedback}` : ''
  return `The response ${responseId} was decided: ${status}.${feedback}`
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
  help: 'A review is final. It fails with response_already_reviewed when another reviewer was faster.',
}

const deciding = (verb: 'pass' | 'fail', status: 'Passed' | 'Failed', feedback: string) => ({
  ...reviewing,
  verb,
  summary: `${verb} a response; the applicant is notified`,
  only: ['body/applicantFeedback', 'body/privateNote', 'body/revision'],
  values: { 'body/status': status },
  examples: ['--response rsp_…', `--response rsp_… --feedback "${feedback}"`],
})

export const formOverrides: Overrides = {
  listApplications: {
    summary: 'list the forms of a community, newest first',
    columns: [
      application,
      'state',
      'name',
      'version',
      'required',
      ['password', ({ passwordRequired }) => passwordRequired],
      grading,
      ['questions', ({ questionCount }) => questionCount],
      'updatedAt',
    ],
    none: 'This community has no application forms.',
  },
  getApplication: { verb: 'show-metadata', summary: 'show a form without its questions' },
  getApplicationConfiguration: {
    verb: 'show',
    summary: 'show a form and its questions; with --json, a file for application create',
    human: toHuman,
    examples: ['--application app_…', '--application app_… --json > form.json'],
  },
  createApplication: {
    summary: 'create a form from a file; it is closed unless its state is open',
    flags: { 'body/definition': 'file' },
    columns: [application, 'name', 'state', 'version', grading],
    examples: ['--file form.json', '--file form.json --password-file password'],
    help: createHelp,
  },
  listTemplates: { columns: ['templateId', 'name', 'createdAt'] },
  deleteTemplate: { confirm: 'the template is deleted, and cannot be restored' },
  deleteApplication: { confirm: 'applicants can no longer open or submit this form' },
  getResponse: {
    noun: 'response',
    verb: 'show',
    summary: 'show a response, its answers and its review',
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
    summary: 'decide a response, as response pass and response fail do',
    variants: [deciding('pass', 'Passed', 'Welcome.'), deciding('fail', 'Failed', 'Try again in a month.')],
  },
  listAllResponses: {
    noun: 'response',
    verb: 'all',
    columns: ['responseId', 'applicationId', 'userId', 'username', 'status', 'score', 'submittedAt', 'reviewedAt'],
  },
  listResponses: {
    noun: 'response',
    verb: 'list',
    columns: ['responseId', 'userId', 'username', 'status', 'score', 'submittedAt', 'reviewedAt'],
  },
  getJoinRequirements: { columns: [['applications', ({ applicationIds }) => applicationIds]] },
  setJoinRequirements: {
    summary: 'set all forms that are required to join',
    own: [
      {
        names: ['body/applicationIds'],
        option: required('--applications <a,b|none>', 'all required forms, or none; see application list', formsOrNone),
        sets: (applicationIds) => ({ 'body/applicationIds': applicationIds }),
      },
    ],
    columns: [['applications', ({ applicationIds }) => applicationIds]],
    help: 'A required form must be open, and cannot be closed or deleted. Forms that the list leaves out are no longer required.',
    examples: ['--applications app_…', '--applications none'],
  },
  listNotifications: {
    summary: 'list the notifications of a community, newest first',
    columns: ['notificationId', 'createdAt', 'kind', 'userId', ['what', sentenceOf]],
    none: 'There are no notifications.',
  },
  submitResponse: { noun: 'response', verb: 'submit' },
  getApplicationStatus: { noun: 'response', verb: 'show-result' },
}
