// Measures one dispatcher with one size of contract.
import { randomUUID } from 'node:crypto'
import addFormats from 'ajv-formats'
import { OpenAPIBackend } from 'openapi-backend'
import { operationTable } from '../../dist/generated/operations.js'
import { loadContract } from '../../dist/src/contract/document.js'
import { makeRequestHandler, toContract } from '../../dist/src/http/handle-request.js'
import { handlers } from '../../dist/src/http/handlers.js'
import { makeLogger } from '../../dist/src/base/logger.js'
import { originalOf, sized } from './padding.mjs'

const warmUpMs = 1_000
const turnMs = 150
const batch = 50

const url = '/v2/members/1000001'
const headers = { host: '127.0.0.1', authorization: 'Bearer key', 'x-community-id': 'cmt_aaaaaaaaaaaaaaaaaaaa' }
const rawHeaders = Object.entries(headers).flat()
const at = '2026-03-01T12:00:00.000000Z'
const member = {
  ...{ userId: '1000001', username: 'Builder', displayName: 'The Builder', experience: 1_200, quotaPoints: 3 },
  ...{ rank: { uniqueId: 99_513_318, rankId: 50, name: 'Sergeant' }, medals: [], qualifications: [] },
  ...{ createdAt: at, updatedAt: at, syncedAt: at, roles: [] },
}
const meta = { sync: { outcome: 'fresh', code: null }, autoRank: { outcome: 'skipped', reason: 'profile_fresh' } }
const answer = { data: member, meta }

let request = null

/** The first job warms up; later ones measure. */
process.on('message', async ({ kind, operations }) => {
  process.send(
    await (request ? turn() : prepare(kind, operations)).catch((error) => ({
      error: error.message,
    })),
  )
})

async function prepare(kind, operations) {
  const document = sized(loadContract(), operations, 'getMember')
  request = kind === 'ours' ? await ours(document) : await stock(document)
  await repeat(request, warmUpMs)
  return {}
}

async function turn() {
  return { microseconds: await repeat(request, turnMs) }
}

/** @returns microseconds of processor time per request */
async function repeat(request, milliseconds) {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  let count = 0
  while (performance.now() - startedAt < milliseconds) {
    for (let i = 0; i < batch; i++) await request()
    count += batch
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/** From socket to handler, with the reply check; the key is always valid. */
async function ours(document) {
  matchTable(document)
  const plan = { apiAccess: true, automaticGrading: true, features: ['members'], endsAt: null }
  const principal = {
    ...{ keyId: 'key', originKeyId: 'key', name: 'bench', scopes: ['members.read'], enabled: true, expiresAt: null },
    networks: null,
    community: { communityId: headers['x-community-id'], apiEnabled: true, plans: [plan] },
  }
  const handleRequest = makeRequestHandler({
    contract: await toContract(document),
    // handlers that are never called
    handlers: { ...copiesOf(document), ...handlers, getMember: () => Promise.resolve({ status: 200, body: answer }) },
    keys: { authenticate: () => Promise.resolve(principal) },
    platformSecrets: [],
    limits: null,
    base: {},
  })
  const log = makeLogger('silent')
  const requestId = randomUUID()
  return async () => {
    const request = { method: 'GET', url, headers, rawHeaders }
    const context = {
      request,
      requestId,
      log,
      address: () => '127.0.0.1',
      principal: null,
      rate: null,
      operation: null,
    }
    const { status } = await handleRequest(context)
    if (status !== 200) throw new Error(`the response status is ${status}`)
  }
}

function matchTable(document) {
  const kept = new Set(
    Object.values(document.paths).flatMap((item) => Object.values(item).flatMap((one) => one.operationId ?? [])),
  )
  for (const operationId of Object.keys(operationTable)) if (!kept.has(operationId)) delete operationTable[operationId]
  for (const operationId of kept) operationTable[operationId] ??= operationTable[originalOf(operationId)]
}

function copiesOf(document) {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  return Object.fromEntries(
    operations.map(({ operationId }) => [operationId, () => Promise.reject(new Error('a copy'))]),
  )
}

async function stock(document) {
  const backend = new OpenAPIBackend({
    definition: document,
    // compile validators on first use, not at start
    quick: true,
    customizeAjv(ajv) {
      addFormats(ajv)
      for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
      return ajv
    },
  })
  await backend.init()
  backend.registerSecurityHandler('bearerAuth', () => true)
  backend.registerSecurityHandler('communityId', () => true)
  backend.register('getMember', () => answer)
  return async () => {
    const { data } = await backend.handleRequest({ method: 'GET', path: url, headers })
    if (data !== member) throw new Error('the response is not that of the handler')
  }
}
