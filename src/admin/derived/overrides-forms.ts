// Application forms, and their responses.
import { isChoice } from '../../applications/forms/rules'
import type { Schema } from '../../contract/types'
import type { NamedHuman } from '../output'
import type { Column, Overrides, Values } from './override'

type Form = Schema<'Application'> & { readonly definition: Schema<'Definition'> }

const grading: Column = ['grading', ({ automaticGrading }) => (automaticGrading ? 'automatic' : 'by staff')]
const application: Column = ['application', ({ applicationId }) => applicationId]

function toHuman(answer: Values): NamedHuman {
  const { definition, ...form } = answer as unknown as Form
  const { joinRequests = 'ignore', questions } = definition
  return {
    blocks: [
      {
        fields: [
          ['application', form.applicationId],
          ['name', form.name],
          ['state', form.state],
          ['version', form.version],
          ['required', form.required],
          ['password', form.passwordRequired],
          ['grading', form.automaticGrading ? 'automatic' : 'by staff'],
          ['join requests', joinRequests],
        ],
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

export const formOverrides: Overrides = {
  listApplications: {
    summary: 'list the forms of a community, newest first',
    columns: [
      ...[application, 'state', 'name', 'version', 'required'],
      ['password', ({ passwordRequired }) => passwordRequired],
      grading,
      ['questions', ({ questionCount }) => questionCount],
      'updatedAt',
    ],
    none: 'This community has no application forms.',
  },
  getApplicationConfiguration: {
    verb: 'show',
    summary: 'show a form and its questions; with --json, a file for application create',
    human: toHuman,
    examples: ['--community cmt_… --application app_…', '--community cmt_… --application app_… --json > form.json'],
  },
  createApplication: {
    summary: 'create a form from a file; it is closed unless its state is open',
    flags: { 'body/definition': 'file' },
    columns: [application, 'name', 'state', 'version', grading],
    examples: ['--community cmt_… --file form.json', '--community cmt_… --file form.json --password-file password'],
    help: createHelp,
  },
  listTemplates: { columns: ['templateId', 'name', 'createdAt'] },
  deleteTemplate: { confirm: 'the template is deleted, and cannot be restored' },
  deleteApplication: { confirm: 'applicants can no longer open or submit this form' },
  listResponses: {
    noun: 'response',
    verb: 'list',
    columns: ['responseId', 'userId', 'username', 'status', 'score', 'submittedAt', 'reviewedAt'],
  },
  submitResponse: { noun: 'response', verb: 'submit' },
  getApplicationStatus: { noun: 'response', verb: 'show-result' },
}
