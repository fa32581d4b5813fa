// The contract as a collection of requests (Postman Collection 2.1, which Bruno and others import too), in an order in which
// it can be sent whole: requests that create come before those that need their ids, and what ends a thing comes last.
import type { OperationId } from './types'

/** The part of the contract that is read. */
interface Contract {
  readonly info: { readonly title: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Raw>>>>
}
interface Reference {
  readonly $ref: string
}
interface Raw {
  readonly operationId?: OperationId
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: Body | Reference
  readonly responses: Readonly<Record<string, unknown>>
  readonly 'x-required-scope'?: string | null
}
interface Body {
  readonly content?: Readonly<Record<string, Media>>
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
}
interface Media {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Request {
  readonly id: OperationId
  readonly method: string
  readonly path: string
  readonly folder: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly body: unknown
  readonly statuses: readonly number[]
}

/** The player of most examples. In the demo: brambleton42, a member. */
const PLAYER = '530662918'
/** In the demo: an account that has asked to join. */
const STRANGER = '2790114356'

/** Numbers that a request must repeat as the answer before had them. */
const counted: ReadonlySet<string> = new Set(['version', 'revision'])

const definition = {
  name: 'Pilot school',
  state: 'open',
  questions: [{ id: 'why', type: 'short', title: 'Why do you apply?' }],
}

/** Bodies that the example of the contract cannot have, because they depend on the requests before. */
const bodies: { readonly [Id in OperationId]?: unknown } = {
  createApplication: { definition },
  updateApplication: { version: 1, definition },
  submitResponse: { userId: STRANGER, version: 1, answers: { why: 'I like to fly.' } },
  createMedal: { name: 'Valor {{$timestamp}}', description: 'For courage under fire.' },
  createQualification: { name: 'Pilot {{$timestamp}}', description: 'May fly alone.' },
  updateMedal: { description: 'For courage.' },
  updateQualification: { description: 'May fly.' },
  createEventType: { name: 'Training {{$timestamp}}', awards: [{ experience: 50, medals: ['Valor'] }] },
  updateEventType: { description: 'Every Friday.' },
  createReversal: { source: 'entry', sourceId: '{{auditId}}', dryRun: true },
  redeemLinkCode: { code: '{{code}}', userId: PLAYER, transfer: true },
  setVerification: { chatUserId: '246813579024681357', transfer: true },
  setEventAttendees: { attendees: [{ userId: PLAYER, role: 'host', attendance: 'present' }] },
  updateWebhook: { description: 'The bot of the staff' },
  setJoinRequirements: { applicationIds: [] },
  updateSuspensionSettings: { rankUniqueId: 99513312 },
}

/** Of paths where the example is of another kind of thing. */
const pathValues: readonly (readonly [RegExp, name: string, value: string])[] = [
  [/\/qualifications\/\{name\}$/, 'name', 'Pilot'],
  [/^\/v2\/join-requests\//, 'userId', STRANGER],
]

const lastSteps: ReadonlySet<string> = new Set(['revoke', 'lift', 'cancel', 'finish', 'decline', 'duplicate'])
const LAST_STEPS = 'Last steps'

/** @param json the contract */
export const postmanOf = (json: string): string => JSON.stringify(collectionOf(JSON.parse(json) as Contract))

function collectionOf(contract: Contract): object {
  const requests = requestsOf(contract)
  const names = new Set(requests.flatMap(({ parameters }) => parameters.filter(isCaptured).map(({ name }) => name)))
  const folders = [
    ...contract.tags,
    { name: LAST_STEPS, description: 'What copies, ends and deletes what the others made.' },
  ]
  return {
    info: {
      name: contract.info.title,
      description:
        'Set the variables baseUrl, apiKey and communityId. Sent whole, from the first to the last, each uses the ids of those before.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    event: [script('test', captureScript([...names, ...counted, 'auditId', 'code']))],
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:8080' },
      { key: 'apiKey', value: '' },
      { key: 'communityId', value: '' },
      ...examplesOf(requests),
    ],
    item: folders.flatMap(({ name, description }) => {
      const own = requests.filter(({ folder }) => folder === name)
      return own.length === 0 ? [] : [{ name, description, item: own.map((one) => itemOf(one, names)) }]
    }),
  }
}

function requestsOf(contract: Contract): Request[] {
  const requests = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, raw]) =>
      raw['x-required-scope'] == null ? [] : [requestOf(contract, path, method, raw)],
    ),
  )
  // stable: the order of the contract otherwise
  return requests.toSorted((one, other) => phaseOf(one) - phaseOf(other))
}

function resolve<T extends object>(contract: Contract, thing: T | Reference): T {
  if (!('$ref' in thing)) return thing
  const steps = thing.$ref.slice(2).split('/')
  return steps.reduce<unknown>((inner, step) => (inner as Readonly<Record<string, unknown>>)[step], contract) as T
}

function requestOf(contract: Contract, path: string, method: string, raw: Raw): Request {
  const { operationId = 'listMembers', summary = '', description = '', tags = [], parameters = [] } = raw
  const isLast = method === 'delete' || lastSteps.has(path.split('/').at(-1) ?? '')
  const media = raw.requestBody && resolve(contract, raw.requestBody).content?.['application/json']
  const example = media?.example ?? Object.values(media?.examples ?? {})[0]?.value
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    folder: isLast ? LAST_STEPS : (tags[0] ?? ''),
    summary,
    description,
    parameters: parameters.map((one) => resolve(contract, one)),
    body: bodies[operationId] ?? example,
    statuses: Object.keys(raw.responses).map(Number).filter(Number.isInteger),
  }
}

/** What creates comes before what needs an id, and deletions come after all. */
function phaseOf({ method, path }: Request): number {
  if (method === 'DELETE') return 2
  return method === 'POST' && !path.includes('{') ? 0 : 1
}

/** An id that the server makes. */
const isCaptured = ({ name, in: place }: Parameter): boolean =>
  place === 'path' && /Id$/.test(name) && name !== 'userId' && name !== 'uniqueId'

function examplesOf(requests: readonly Request[]): { key: string; value: string }[] {
  const found = new Map<string, string>([
    ['userId', PLAYER],
    ['version', '1'],
    ['revision', '1'],
    ['auditId', '1'],
    ['code', 'BCD-FGH-JKL'],
  ])
  for (const { name, example, ...rest } of requests.flatMap(({ parameters }) => parameters))
    if (isCaptured({ name, ...rest })) found.set(name, String(example))
  return [...found].map(([key, value]) => ({ key, value }))
}

function itemOf(request: Request, names: ReadonlySet<string>): object {
  const { method, path, summary, description, parameters, body, statuses } = request
  const query = parameters.filter((one) => one.in === 'query')
  const steps = path
    .slice(1)
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
  return {
    name: summary,
    event: [
      script('test', [
        `pm.test('answers as documented', () => pm.expect([${statuses.join(', ')}]).to.include(pm.response.code))`,
      ]),
    ],
    request: {
      method,
      description,
      header: [
        { key: 'X-Community-Id', value: '{{communityId}}' },
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...parameters.filter((one) => one.in === 'header').map(headerOf),
      ],
      url: {
        raw: `{{baseUrl}}/${steps.join('/')}`,
        host: ['{{baseUrl}}'],
        path: steps,
        query: query.map(({ name, example, required, description: says }) => ({
          key: name,
          value: name === 'userId' ? '{{userId}}' : [example].flat().join(','),
          description: says ?? '',
          ...(required ? {} : { disabled: true }),
        })),
        variable: parameters
          .filter((one) => one.in === 'path')
          .map((one) => ({ key: one.name, value: pathValueOf(path, one) })),
      },
      ...(body === undefined
        ? {}
        : { body: { mode: 'raw', raw: bodyText(body, names), options: { raw: { language: 'json' } } } }),
    },
  }
}

const headerOf = ({ name, example, required }: Parameter): object => ({
  key: name,
  value: name === 'Idempotency-Key' ? '{{$guid}}' : String(example),
  ...(required ? {} : { disabled: true }),
})

function pathValueOf(path: string, parameter: Parameter): string {
  const { name, example } = parameter
  const special = pathValues.find(([form, one]) => form.test(path) && one === name)
  if (special) return special[2]
  return isCaptured(parameter) || name === 'userId' ? `{{${name}}}` : String(example)
}

/** Examples of ids become the variables; numbers among them lose their quotes. */
function bodyText(body: unknown, names: ReadonlySet<string>): string {
  const replaced = JSON.stringify(
    body,
    (key, value: unknown) => {
      if (counted.has(key) && typeof value === 'number') return `{{${key}}}`
      if (names.has(key) && key !== 'batchId') return `{{${key}}}`
      if (key === 'batchId') return 'round-{{$timestamp}}'
      return value
    },
    2,
  )
  return replaced.replaceAll(/"(\{\{(?:version|revision)\}\})"/g, '$1')
}

/**
 * Sets the variables of what a change answers: a read may answer the key of the collection itself. Versions are also those of a read,
 * and deliveries and sessions are made by the server alone.
 */
const captureScript = (names: readonly string[]): string[] => [
  `const names = ${JSON.stringify(names)}`,
  'const keep = (thing, some) => {',
  "  if (thing === null || typeof thing !== 'object' || Array.isArray(thing)) return",
  '  for (const [name, value] of Object.entries(thing)) {',
  "    if (value !== null && typeof value === 'object') keep(value, some)",
  "    else if (name === 'id' && /^op_/.test(value)) pm.collectionVariables.set('operationId', value)",
  '    else if (value !== null && some.includes(name)) pm.collectionVariables.set(name, String(value))',
  '  }',
  '}',
  'if (pm.response.code < 300 && pm.response.code !== 204) {',
  '  const { data, meta } = pm.response.json()',
  "  if (pm.request.method !== 'GET') [data, meta].forEach((one) => keep(one, names))",
  `  else keep(data, ${JSON.stringify([...counted])})`,
  "  if (Array.isArray(data)) keep(data[0] ?? null, ['deliveryId', 'sessionId'])",
  '}',
]

const script = (listen: 'test', exec: readonly string[]): object => ({
  listen,
  script: { type: 'text/javascript', exec },
})
