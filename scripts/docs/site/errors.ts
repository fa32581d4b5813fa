// A page for each error code, from x-errors of ErrorCode.
import {
  mediaOf,
  operationsOf,
  responsesOf,
  type Contract,
  type ErrorFacts,
  type FoundOperation,
  type FoundResponse,
} from '../../contract-rules/document'
import { renderMarkdown } from './html'
import { renderTable } from '../marked'
import { operationPath } from './paths'
import type { SitePage } from './page'

const index = '/docs/errors'
const pathOf = (code: string): string => `${index}/${code}`

export function errorPages(contract: Contract): SitePage[] {
  const { 'x-errors': errors } = contract.components.schemas.ErrorCode
  const operations = operationsOf(contract).map((operation) => ({
    operation,
    responses: responsesOf(contract, operation),
  }))
  const pages = Object.entries(errors).map(([code, facts]) =>
    toPage(pathOf(code), code, codePage(code, facts, operations)),
  )
  return [toPage(index, 'Error codes', indexPage(contract)), ...pages]
}

const toPage = (path: string, title: string, markdown: string): SitePage => ({
  path,
  title,
  markdown,
  html: renderMarkdown(markdown),
})

function indexPage({ components }: Contract): string {
  const { 'x-errors': errors } = components.schemas.ErrorCode
  const rows = Object.entries(errors).map(([code, { status, effect, cause }]) => [
    `[\`${code}\`](${pathOf(code)})`,
    String(status),
    effect,
    cause,
  ])
  return [
    '# Error codes',
    'Every error has the body `{"error": {"code", "message", "details"?}}` and a `Link` header with the page of its code. ' +
      'Branch on `code`; show `message` to people; read `details` as the page of the code describes it.',
    'Effect (in `x-errors` of the contract): `none` means that nothing of the request was done or will be done, unless ' +
      '`details.committed` names what was done; `possible` means that it may have been done. Repeat a write by itself only ' +
      'when the effect is `none`, `details.committed` is absent and the status is 429 or 503.',
    renderTable(['Code', 'Status', 'Effect', 'What happened'], rows),
  ].join('\n\n')
}

interface Sender {
  readonly operation: FoundOperation
  readonly responses: readonly FoundResponse[]
}

function codePage(code: string, facts: ErrorFacts, operations: readonly Sender[]): string {
  const { status, effect, sentence, cause, remedy } = facts
  const senders = operations.filter(({ responses }) => responses.some(({ codes }) => codes.includes(code)))
  const responses = senders.flatMap((one) => one.responses.filter(({ codes }) => codes.includes(code)))
  const example = responses.map((response) => exampleOf(response, code)).find((found) => found !== undefined)
  const shown = { error: { code, ...(example ?? { message: cause.replaceAll('`', '') }) } }
  return [
    `# \`${code}\``,
    `Status ${status}.`,
    `For people: ${sentence}`,
    `## What happened\n\n${cause}`,
    `## What to do\n\n${remedy}`,
    `## Effect of the request\n\n${effects[effect]}`,
    `## Example\n\n\`\`\`json\n${JSON.stringify(shown, null, 2)}\n\`\`\``,
    `## Operations\n\n${namesOf(senders, operations.length)}`,
  ].join('\n\n')
}

const effects = {
  none:
    'None: nothing that the request asks for was done or will be done. With `details.committed` the parts that it names were ' +
    'done: do not repeat the request then.',
  possible:
    'Possible: the request may have been done, or may still be done. Repeat it only with its `Idempotency-Key` or where a ' +
    'repetition has no further effect; otherwise read the record first.',
}

function namesOf(senders: readonly Sender[], total: number): string {
  if (senders.length === 0) return 'No operation sends it by itself; it is the outcome of a rank change.'
  if (senders.length === total) return 'All operations.'
  return `${senders.map(({ operation }) => linkTo(operation)).join(', ')}.`
}

const linkTo = ({ id, node }: FoundOperation): string => `[${id}](${operationPath(node.tags?.[0] ?? '', id)})`

function exampleOf(response: FoundResponse, code: string): { message: string; details?: unknown } | undefined {
  const examples = mediaOf(response).flatMap(({ node }) => Object.values(node.examples ?? {}))
  const errors = examples.map(({ value }) => (value as { error: { code: string; message: string } }).error)
  return errors.find((error) => error.code === code)
}
