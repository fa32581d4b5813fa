// The HTTP server with stubbed authentication and handlers.
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Document } from 'openapi-backend'
import { operationTable, signInTable } from '../../generated/operations'
import { UNBOUNDED } from '../../src/auth/bounds/rules'
import { allScopes } from '../../src/auth/actions'
import type { RateLimiter } from '../../src/limits/limits'
import type { KeyCache } from '../../src/auth/key-cache'
import type { Principal } from '../../src/auth/rules'
import { readContractTexts } from '../../src/contract/document'
import type { AllHandlers, OperationId } from '../../src/contract/types'
import type { ApiParts } from '../../src/http/api'
import { createApp } from '../../src/http/app'
import type { Console } from '../../src/http/console'
import { makeRequestHandler, serverContract, toContract } from '../../src/http/handle-request'
import type { LoadShedder } from '../../src/http/load-shedder'
import { makeHttpServer } from '../../src/http/server'
import { makeLogger } from '../../src/base/logger'

export interface StubApi {
  readonly url: string
  readonly logs: Record<string, unknown>[]
  connections(): Promise<number>
  close(): Promise<void>
}

export interface StubParts {
  /** Replies need not match the contract. */
  readonly handlers?: Partial<Record<OperationId, () => Promise<unknown>>>
  readonly authenticate?: () => Promise<Principal>
  readonly limits?: ApiParts['limits']
  readonly pageLimit?: RateLimiter
  readonly document?: Document
  readonly console?: Console | null
  readonly loadShedder?: LoadShedder
  readonly stalledMs?: number
}

export const principal: Principal = {
  kind: 'key',
  keyId: 'StubKey00000',
  originKeyId: 'StubKey00000',
  name: 'stub',
  scopes: allScopes,
  enabled: true,
  domain: null,
  expiresAt: null,
  networks: null,
  bounds: UNBOUNDED,
  takesPerHour: null,
  actFor: false,
  pausedAt: null,
  community: {
    communityId: 'cmt_aaaaaaaaaaaaaaaaaaaa',
    apiEnabled: true,
    experienceAwardLimit: 1_000,
    quotaAwardLimit: 1_000,
    autoRankEnabled: true,
    autoRankDemotes: false,
    singleRank: false,
    ranksDeclared: false,
    queueLimit: null,
    keyLimit: null,
    webhookLimit: null,
    connection: 'none',
    plans: [
      {
        apiAccess: true,
        automaticGrading: true,
        features: Object.values(operationTable).flatMap(({ feature }) => feature ?? []),
        endsAt: null,
      },
    ],
  },
}

/** Handlers that are not given fail. */
export async function stubApiParts(parts: StubParts): Promise<ApiParts> {
  const { handlers = {}, authenticate, limits = null, document } = parts
  const unexpected = (): Promise<never> =>
    Promise.reject(new Error('the test did not expect this handler to be called'))
  const all = Object.fromEntries(
    Object.keys({ ...operationTable, ...signInTable }).map((operationId) => [operationId, unexpected]),
  )
  return {
    contract: await (document ? toContract(document) : serverContract()),
    handlers: { ...all, ...handlers } as unknown as AllHandlers,
    keys: { authenticate: authenticate ?? (() => Promise.resolve(principal)) } as unknown as KeyCache,
    sessions: {} as ApiParts['sessions'],
    applicants: {} as ApiParts['applicants'],
    platformSecrets: [],
    limits,
    base: {} as ApiParts['base'],
  }
}

export async function startStubApi(parts: StubParts = {}): Promise<StubApi> {
  const logs: Record<string, unknown>[] = []
  const log = makeLogger('debug', {
    write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>),
  })
  const handleRequest = makeRequestHandler(await stubApiParts(parts))
  const server = makeHttpServer(
    createApp({
      handleRequest,
      log,
      contract: readContractTexts(),
      console: parts.console ?? null,
      pageLimit: parts.pageLimit ?? null,
      trustProxy: false,
    }),
    {
      loadShedder: parts.loadShedder ?? null,
      ...(parts.stalledMs === undefined ? {} : { stalledMs: parts.stalledMs }),
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    logs,
    connections: () => promisify(server.getConnections.bind(server))(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
