// The reference: a page for each tag, with its operations folded.
import {
  bodyOf,
  mediaOf,
  operationsOf,
  parametersOf,
  responsesOf,
  type Contract,
  type FoundOperation,
  type FoundResponse,
  type Parameter,
} from '../../contract-rules/document'
import { renderTable } from '../marked'
import { renderMarkdown } from './html'
import { escapeHtml, type Group, type SitePage } from './page'
import { operationPath, tagPath } from './paths'
import { sampleRequest, samplesOf } from './samples'
import { oneLine, Records } from './schemas'

export interface Reference {
  readonly pages: readonly SitePage[]
  readonly groups: readonly Group[]
}

type DocumentInfo = { readonly info: { readonly title: string; readonly description: string } }

export function renderReference(contract: Contract): Reference {
  const operations = operationsOf(contract)
  const tags = contract.tags.map(({ name, description = '' }) => ({
    name,
    description,
    title: titleOf(name),
    operations: operations.filter(({ node }) => node.tags?.[0] === name),
  }))
  const rows = tags.map((tag) => [
    `[${tag.title}](${tagPath(tag.name)})`,
    String(tag.operations.length),
    tag.description,
  ])
  const index = [
    '# Reference',
    (contract as unknown as DocumentInfo).info.description,
    `## Operations\n\n${renderTable(['Area', 'Operations', 'About'], rows)}`,
    `## Samples\n\nEach operation has a sample of its request, for curl and the packages for [TypeScript and Python]` +
      `(/docs/guides/clients). They read \`BASE\`, \`KEY\` and \`COMMUNITY\` from the environment, as [the first call](/docs) does. ` +
      `\`community\` in Luau is the client of [Roblox game servers](/docs/guides/roblox).`,
    `## Headers of responses\n\n${commonHeaders(contract)}`,
  ].join('\n\n')
  return {
    pages: [
      { path: '/docs/reference', title: 'Reference', markdown: index, html: renderMarkdown(index) },
      ...tags.map((tag) => tagPage(contract, tag)),
    ],
    groups: tags.map((tag) => ({
      title: tag.title,
      links: [
        { path: tagPath(tag.name), title: 'All' },
        ...tag.operations.map(({ id, node }) => ({ path: operationPath(tag.name, id), title: node.summary ?? id })),
      ],
    })),
  }
}

/** Between the text of an operation and what is beside it; not shown. */
const BESIDE = '<!-- beside -->'

const titleOf = (tag: string): string => `${tag.charAt(0).toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`

function tagPage(
  contract: Contract,
  tag: {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly operations: readonly FoundOperation[]
  },
): SitePage {
  const records = new Records(contract)
  const texts = tag.operations.map((operation) => ({ operation, text: operationText(contract, operation, records) }))
  const introduction = `# ${tag.title}\n\n${tag.description}`
  const ofRecords = records.sections()
  const closing = ofRecords === '' ? '' : `## Records\n\n${ofRecords}`
  return {
    path: tagPath(tag.name),
    title: tag.title,
    markdown: [
      introduction,
      ...texts.map(({ operation, text }) => `## ${operation.node.summary}\n\n${text.replace(`${BESIDE}\n\n`, '')}`),
      closing,
    ].join('\n\n'),
    html: [
      renderMarkdown(introduction),
      ...texts.map(({ operation, text }) => operationHtml(contract, operation, text)),
      renderMarkdown(closing),
    ].join('\n'),
  }
}

function operationHtml(contract: Contract, operation: FoundOperation, text: string): string {
  const { id, method, path, node } = operation
  const { body } = sampleRequest(contract, operation)
  const parameters = parametersOf(contract, operation).map(({ node: { name, in: place, example } }) => ({
    name,
    place,
    example,
  }))
  const request = JSON.stringify({ method: method.toUpperCase(), path, parameters, body })
  const data = isSigned(operation) ? '' : ` data-request="${escapeHtml(request)}"`
  // the samples and the answers are beside the text
  const [left = '', right = ''] = text
    .split(`\n\n${BESIDE}\n\n`)
    .map((part) => renderMarkdown(part).replace(/ id="[^"]*"/g, ''))
  const samples = right.replace(
    /((?:<pre [^>]*data-language="(?:sh|ts|python|lua)">[^]*?<\/pre>\s*){4})/,
    '<div class="samples">$1</div>',
  )
  return (
    `<details class="operation"${data}><summary><h2>${escapeHtml(node.summary ?? id)}</h2> ` +
    `<code><b class="${method}">${method.toUpperCase()}</b> ${escapeHtml(path)}</code></summary>\n` +
    `<div id="${id}"><div>${left}</div><div class="beside">${samples}</div></div></details>`
  )
}

const isSigned = ({ node }: FoundOperation): boolean => node['x-required-scope'] === null

function deprecationOf(contract: Contract, { node }: FoundOperation): string[] {
  if (!node['x-deprecated']) return []
  const { since, sunset, replacedBy } = node['x-deprecated']
  const [other] = operationsOf(contract).filter(({ id }) => id === replacedBy)
  const [tag = ''] = other?.node.tags ?? []
  const instead = other ? ` Use [${other.node.summary}](${operationPath(tag, other.id)}) instead.` : ''
  return [`**Deprecated** since ${since}; ends on ${sunset}.${instead}`]
}

/** An operation in Markdown, without its title. */
function operationText(contract: Contract, operation: FoundOperation, records: Records): string {
  const { id, method, path, node } = operation
  const request = bodyOf(operation)[0]?.node
  const parameters = parametersOf(contract, operation).map(({ node: parameter }) => parameter)
  const successes = responsesOf(contract, operation).filter(({ status }) => Number(status) < 400)
  const samples = samplesOf(sampleRequest(contract, operation)).map(({ language, text }) => fenced(language, text))
  return [
    `\`${method.toUpperCase()} ${path}\` (\`${id}\`)`,
    ...deprecationOf(contract, operation),
    (node.description ?? '').trim(),
    requirementsOf(operation),
    ...(parameters.length > 0 ? [`### Parameters\n\n${parameterTable(parameters, records)}`] : []),
    ...(request ? [`### Body\n\n${records.describe(request.schema)}`] : []),
    ...successes.map((one) => successText(one, contract, records)),
    `### Errors\n\n${errorTable(responsesOf(contract, operation))}`,
    BESIDE,
    ...(isSigned(operation) ? [] : ['### Samples', ...samples]),
    ...successes.flatMap(exampleText),
  ].join('\n\n')
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

function requirementsOf(operation: FoundOperation): string {
  const { node } = operation
  const facts = node as typeof node & {
    readonly 'x-extension'?: boolean
    readonly 'x-repeatable'?: string
    readonly 'x-safe-repeat'?: string
  }
  return [
    isSigned(operation)
      ? 'The platform calls this operation, with its signature.'
      : `Scope: \`${node['x-required-scope']}\`.`,
    ...(node['x-feature'] ? [`Feature of the plan: \`${node['x-feature']}\`.`] : []),
    ...(facts['x-extension'] ? ['The specification does not have this operation.'] : []),
    ...(facts['x-repeatable'] ? [`Safe to repeat: ${facts['x-repeatable']}.`] : []),
    ...(facts['x-safe-repeat'] ? [`It takes no \`Idempotency-Key\`: ${facts['x-safe-repeat']}.`] : []),
    ...(node['x-needs-proof']
      ? [
          `A session needs a [proof](${operationPath('sign-in', 'proveSession')}) of at most five minutes ago; a key needs none.`,
        ]
      : []),
    ...(node['x-access-limited'] ? ['It shares the limit of the application access routes.'] : []),
    ...(node['x-read-replica'] ? ['A replica may answer it.'] : []),
  ].join(' ')
}

function parameterTable(parameters: readonly Parameter[], records: Records): string {
  const rows = parameters.map((parameter) => [
    `\`${parameter.name}\`${(parameter as { required?: boolean }).required ? ' (required)' : ''}`,
    parameter.in,
    records.describe(parameter.schema).replace(/\.$/, ''),
    oneLine(parameter.description ?? ''),
  ])
  return renderTable(['Parameter', 'In', 'Type', 'Meaning'], rows)
}

function successText(response: FoundResponse, contract: Contract, records: Records): string {
  const media = mediaOf(response)[0]?.node
  const own = ownHeaders(response, contract)
  return [
    `### Response ${response.status}`,
    oneLine(response.node.description),
    ...(own === '' ? [] : [own]),
    ...(media ? [records.describe(media.schema)] : []),
  ].join('\n\n')
}

function exampleText(response: FoundResponse): string[] {
  const example = Object.values(mediaOf(response)[0]?.node.examples ?? {})[0]?.value
  if (example === undefined) return []
  return [`### Example of response ${response.status}`, fenced('json', JSON.stringify(example, null, 2))]
}

/** Headers that are explained once, on the page of the whole reference. */
const shared = new Set(['X-Request-Id', 'X-Ignored-Parameters', 'Link'])
const isShared = (name: string): boolean => shared.has(name) || /^RateLimit/.test(name)

function headerRows(headers: Readonly<Record<string, Parameter>>, contract: Contract): string[][] {
  return Object.entries(headers).map(([name, header]) => {
    const { description = '' } = header.$ref
      ? (contract.components.headers[header.$ref.split('/').at(-1) ?? ''] as Parameter)
      : header
    return [`\`${name}\``, oneLine(description)]
  })
}

function ownHeaders({ node }: FoundResponse, contract: Contract): string {
  const own = Object.fromEntries(Object.entries(node.headers ?? {}).filter(([name]) => !isShared(name)))
  return Object.keys(own).length === 0 ? '' : renderTable(['Header', 'Meaning'], headerRows(own, contract))
}

function commonHeaders(contract: Contract): string {
  const all = operationsOf(contract).flatMap((operation) => responsesOf(contract, operation))
  const headers = Object.assign({}, ...all.map(({ node }) => node.headers ?? {})) as Record<string, Parameter>
  return renderTable(['Header', 'Meaning'], headerRows(headers, contract))
}

function errorTable(responses: readonly FoundResponse[]): string {
  const errors = responses.filter(({ codes }) => codes.length > 0)
  return renderTable(
    ['Status', 'Codes'],
    errors.map(({ status, codes }) => [status, codes.map((code) => `[\`${code}\`](/docs/errors/${code})`).join(', ')]),
  )
}
