// A page for each error code, from x-error-help and the descriptions of the responses.
import {
  mediaOf,
  operationsOf,
  responsesOf,
  type Contract,
  type FoundOperation,
  type FoundResponse,
} from '../../contract-rules/document'
import { renderMarkdown } from './html'
import { renderTable } from '../marked'
import { operationPath } from './paths'
import type { SitePage } from './page'

interface Use {
  readonly operation: FoundOperation
  /** The sentence about the code in the description of the response. */
  readonly sentence: string
  readonly response: FoundResponse
}

const index = '/docs/errors'
const pathOf = (code: string): string => `${index}/${code}`

export function errorPages(contract: Contract): SitePage[] {
  const { enum: codes } = contract.components.schemas.ErrorCode
  const uses = usesByCode(contract)
  const total = operationsOf(contract).length
  const pages = codes.map((code) => toPage(pathOf(code), code, codePage(contract, code, uses.get(code) ?? [], total)))
  return [toPage(index, 'Error codes', indexPage(contract)), ...pages]
}

const toPage = (path: string, title: string, markdown: string): SitePage => ({
  path,
  title,
  markdown,
  html: renderMarkdown(markdown),
})

function indexPage({ components }: Contract): string {
  const { enum: codes, 'x-error-status': status, 'x-error-effect': effect } = components.schemas.ErrorCode
  const { 'x-error-help': help } = components.schemas.ErrorCode
  const rows = codes.map((code) => [
    `[\`${code}\`](${pathOf(code)})`,
    String(status[code]),
    effect[code] ?? '',
    help[code]?.cause ?? '',
  ])
  return [
    '# Error codes',
    'Every error has the body `{"error": {"code", "message", "details"?}}` and a `Link` header with the page of its code. ' +
      'Branch on `code`; show `message` to people; read `details` as the page of the code describes it.',
    'Effect (`x-error-effect` in the contract): `none` means that nothing of the request was done or will be done, unless ' +
      '`details.committed` names what was done; `possible` means that it may have been done. Repeat a write by itself only ' +
      'when the effect is `none`, `details.committed` is absent and the status is 429 or 503.',
    renderTable(['Code', 'Status', 'Effect', 'What happened'], rows),
  ].join('\n\n')
}

function codePage({ components }: Contract, code: string, uses: readonly Use[], total: number): string {
  const { 'x-error-status': status, 'x-error-effect': effect, 'x-error-help': help } = components.schemas.ErrorCode
  const { cause = '', remedy = '' } = help[code] ?? {}
  const example = uses.map(({ response }) => exampleOf(response, code)).find((found) => found !== undefined)
  const shown = { error: { code, ...(example ?? { message: cause.replaceAll('`', '') }) } }
  return [
    `# \`${code}\``,
    `Status ${status[code]}.`,
    `## What happened\n\n${cause}`,
    `## What to do\n\n${remedy}`,
    `## Effect of the request\n\n${effects[effect[code] as keyof typeof effects]}`,
    `## Example\n\n\`\`\`json\n${JSON.stringify(shown, null, 2)}\n\`\`\``,
    `## Operations\n\n${sendersOf(uses, total)}`,
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

/** The operations that send the code, with the words of their responses where these differ. */
function sendersOf(uses: readonly Use[], total: number): string {
  if (uses.length === 0) return 'No operation sends it by itself; it is the outcome of a rank change.'
  const sentences = [...new Set(uses.map(({ sentence }) => sentence))]
  return sentences
    .map((sentence) => {
      const operations = uses.filter((use) => use.sentence === sentence).map(({ operation }) => operation)
      const names = operations.length >= total - 1 ? 'All operations' : operations.map(linkTo).join(', ')
      return `- ${names}: ${sentence}`
    })
    .join('\n')
}

const linkTo = ({ id, node }: FoundOperation): string => `[${id}](${operationPath(node.tags?.[0] ?? '', id)})`

function usesByCode(contract: Contract): Map<string, Use[]> {
  const uses = new Map<string, Use[]>()
  for (const operation of operationsOf(contract)) {
    for (const response of responsesOf(contract, operation)) {
      for (const code of response.node['x-error-codes'] ?? []) {
        const use = { operation, response, sentence: sentenceOf(response.node.description, code) }
        uses.set(code, [...(uses.get(code) ?? []), use])
      }
    }
  }
  return uses
}

/** Descriptions have "`<code>`: when it is sent." for each code. */
function sentenceOf(description: string, code: string): string {
  const [, rest = ''] = description.split(`\`${code}\`:`)
  const sentence = rest.split(/`[a-z0-9_-]+`:/)[0] ?? ''
  return sentence.trim().replace(/\s+/g, ' ')
}

function exampleOf(response: FoundResponse, code: string): { message: string; details?: unknown } | undefined {
  const examples = mediaOf(response).flatMap(({ node }) => Object.values(node.examples ?? {}))
  const errors = examples.map(({ value }) => (value as { error: { code: string; message: string } }).error)
  return errors.find((error) => error.code === code)
}
