// Adds an operation to every file with a line of it; the compiler and `npm run generate` report the rest.
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { lineIn, readText, root } from './completeness/fault'
import { operationsOf, type Contract } from './contract-rules/document'
import { readYaml } from './contract-rules/lines'

const help = `npm run new-operation -- --id ID --method METHOD --path PATH --tag TAG --scope SCOPE --room ROOM [options]

Adds an operation to openapi.yaml, with its headers and statuses, its handler and its success example. Texts, schemas, examples and
the code of the handler are left to write: then \`npm run generate\` reports what is missing. See docs/adding-an-operation.md.

  --id ID            verb first, in camelCase: countWarnings
  --method METHOD    get, put, post, delete or patch
  --path PATH        /v2/warnings/count, parameters in braces
  --tag TAG          one of the tags of openapi.yaml
  --scope SCOPE      one of its scopes
  --room ROOM        the folder of src/ that does the work: awards/points
  --feature FEATURE  the feature of the plan; without it, x-feature is null
  --help             this text
`

type Wanted = NonNullable<ReturnType<typeof readWanted>>

/** @returns null for --help */
function readWanted() {
  const text = { type: 'string' } as const
  const options = { id: text, method: text, path: text, tag: text, scope: text, room: text, feature: text }
  const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } })
  const { id, method, path: route, tag, scope, room, feature = 'null' } = values
  if (values.help) return null
  if (!id || !method || !route || !tag || !scope || !room) throw new Error('An option is missing. See --help.')
  return { id, method: method.toLowerCase(), path: route, tag, scope, room, feature }
}

const withBody = ['put', 'post', 'patch']
const ERRORS = {
  '400': 'BadRequest',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'NotFound',
  '429': 'TooManyRequests',
  '500': 'InternalServerError',
  '503': 'ServiceUnavailable',
}

/** The lines of the operation in the contract. */
function stanza(wanted: Wanted, contract: Contract): string[] {
  const { id, method, path: route, tag, scope, feature } = wanted
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const isKeyed = method === 'post'
  const shared = [...(isKeyed ? ['RetryKey'] : []), ...(method === 'get' ? [] : ['OnBehalfOfHeader'])]
  const listed = [...names.map((name) => parameter(name, contract)), ...shared.map(reference)]
  const plain = method === 'get' ? 'read' : 'write'
  const errors = { ...ERRORS, ...(isKeyed ? { '409': 'Conflict' } : {}) }
  const body = (kind: string): string[] => [
    '          content:',
    `            application/json: { schema: { $ref: '#/components/schemas/${named(id, kind)}' } }`,
  ]
  return [
    `    ${method}:`,
    `      operationId: ${id}`,
    `      tags: [${tag}]`,
    '      x-extension: true',
    '      security: [{ bearerAuth: [], communityId: [] }, { session: [] }]',
    `      x-required-scope: ${scope}`,
    `      x-feature: ${feature}`,
    ...(listed.length > 0 ? ['      parameters:', ...listed] : []),
    ...(withBody.includes(method)
      ? ['      requestBody:', '        required: true', ...body('Request').map((line) => line.slice(2))]
      : []),
    ...(isKeyed ? ['      x-error-codes: [storage_limit_reached]'] : []),
    '      responses:',
    `        '200':`,
    '          description: The answer.',
    `          headers: *${isKeyed ? 'once' : plain}`,
    ...body('Reply'),
    ...Object.entries(errors).map(([status, of]) => `        '${status}': { $ref: '#/components/responses/${of}' }`),
  ]
}

const named = (id: string, kind: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}${kind}`

/** The lines of the schemas that the stanza refers to. */
const schemas = ({ id, method }: Wanted): string[] => [
  `    ${named(id, 'Reply')}:`,
  '      type: object',
  '      required: [data]',
  `      properties: { data: { $ref: '#/components/schemas/${named(id, 'Data')}' } }`,
  `    ${named(id, 'Data')}: { type: object, properties: {} }`,
  ...(withBody.includes(method) ? [`    ${named(id, 'Request')}: { type: object, additionalProperties: false }`] : []),
]

const reference = (name: string): string => `        - { $ref: '#/components/parameters/${name}' }`

function parameter(name: string, { components }: Contract): string {
  const [known] = Object.entries(components.parameters).find(([, one]) => one.name === name && one.in === 'path') ?? []
  return known === undefined
    ? `        - { name: ${name}, in: path, required: true, schema: { type: string } }`
    : reference(known)
}

/** Checked before anything is written. @throws Error for another method or path, or an operation that exists */
function requireFree({ id, method, path: route }: Wanted, operations: ReturnType<typeof operationsOf>): void {
  if (!METHODS.includes(method)) throw new Error(`--method ${method} is none of ${METHODS.join(', ')}.`)
  if (!route.startsWith('/v2/')) throw new Error(`--path ${route} does not begin with /v2/.`)
  if (operations.some((one) => one.id === id)) throw new Error(`openapi.yaml has ${id} already. Choose another --id.`)
  const same = operations.find((one) => one.path === route && one.method === method)
  if (same) throw new Error(`openapi.yaml has ${method} ${route} already: ${same.id}.`)
}
const METHODS = ['get', 'put', 'post', 'delete', 'patch']

/** The contract with the operation after those of its path, or else after those of its tag. */
export function withOperation(text: string, wanted: Wanted, contract: Contract): string {
  const operations = operationsOf(contract)
  requireFree(wanted, operations)
  const last =
    operations.findLast((one) => one.path === wanted.path) ??
    operations.findLast(({ node }) => node.tags?.includes(wanted.tag))
  if (!last) throw new Error(`openapi.yaml has no tag ${wanted.tag} with an operation. Add the first one by hand.`)
  const lines = text.trimEnd().split('\n')
  /** Adds to the end of the part that begins with `head`. */
  const append = (head: string, added: readonly string[]): void => {
    const start = lines.indexOf(head) + 1
    const length = lines.slice(start).findIndex((line) => /^ {0,2}\S/.test(line))
    lines.splice(length < 0 ? lines.length : start + length, 0, ...added)
  }
  const added = stanza(wanted, contract)
  append(`  ${last.path}:`, last.path === wanted.path ? added : [`  ${wanted.path}:`, ...added])
  append('  schemas:', schemas(wanted))
  return `${lines.join('\n')}\n`
}

/** Adds to the end of the object whose first line matches. */
function addTo(file: string, first: RegExp, text: string): void {
  const lines = readText(file).split('\n')
  const start = lineIn(file, first)
  const line = start + lines.slice(start).findIndex((one) => one.startsWith('}')) + 1
  lines.splice(line - 1, 0, text)
  fs.writeFileSync(path.join(root, file), lines.join('\n'))
  console.log(`${file}:${line}`)
}

function main(): void {
  const wanted = readWanted()
  if (wanted === null) return void process.stdout.write(help)
  const file = path.join(root, 'openapi.yaml')
  const text = fs.readFileSync(file, 'utf8')
  const changed = withOperation(text, wanted, readYaml(text).value as Contract)
  const { lineOf } = readYaml(changed)
  const room = `src/${wanted.room}/handlers.ts`
  if (!fs.existsSync(path.join(root, room)))
    throw new Error(`There is no ${room}. Add it to src/http/handlers.ts first.`)
  fs.writeFileSync(file, changed)
  console.log(`openapi.yaml:${lineOf(['paths', wanted.path, wanted.method])}`)
  // it does not compile before it returns a reply
  addTo(room, /^export const \w+ = \{$/m, `  async ${wanted.id}(ctx, input) {},`)
  addTo(
    'test/support/successes.ts',
    /^const successes: /m,
    `  ${wanted.id}: { path: '${wanted.path.replace('{userId}', '101')}' },`,
  )
  console.log('Write what these leave out, then run: npm run generate && npm run check')
}

if (require.main === module) {
  try {
    main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
