// The dispatcher between parts that a test makes up: who may call, and what the handlers do.
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { operationTable } from '../../generated/operations'
import { allScopes } from '../../src/auth/actions'
import type { Principals } from '../../src/auth/key-cache'
import type { Principal } from '../../src/auth/rules'
import { loadContract, readContractTexts } from '../../src/contract/document'
import type { AllHandlers, OperationId } from '../../src/contract/types'
import type { Admission } from '../../src/http/load-shedder'
import { makeApi, type ApiDependencies } from '../../src/http/api'
import { makeHttpServer, makeWebApp } from '../../src/http/server'
import { makeLogger } from '../../src/logger'

export interface StubApi {
  readonly url: string
  readonly logs: Record<string, unknown>[]
  /** Open connections, as the server counts them. */
  connections(): Promise<number>
  close(): Promise<void>
}

export interface StubParts {
  /** Handlers that matter to the test; their replies need not be what the contract says. */
  readonly handlers?: Partial<Record<OperationId, () => Promise<unknown>>>
  readonly authenticate?: () => Promise<Principal>
  readonly limits?: ApiDependencies['limits']
  readonly document?: ApiDependencies['document']
  readonly admission?: Admission
  readonly unreadMs?: number
}

/** May do everything. */
export const principal: Principal = {
  keyId: 'StubKey00000',
  originKeyId: 'StubKey00000',
  name: 'stub',
  scopes: allScopes,
  enabled: true,
  expiresAt: null,
  networks: null,
  community: {
    communityId: 'cmt_aaaaaaaaaaaaaaaaaaaa',
    apiEnabled: true,
    experienceAwardLimit: 1_000,
    quotaAwardLimit: 1_000,
    autoRankEnabled: true,
    autoRankDemotes: false,
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

/** The dispatcher's parts, of which the test's own are real. */
export function stubDependencies({ handlers = {}, authenticate, limits = null, document }: StubParts): ApiDependencies {
  const unexpected = (): Promise<never> =>
    Promise.reject(new Error('the test did not expect this handler to be called'))
  const all = Object.fromEntries(Object.keys(operationTable).map((operationId) => [operationId, unexpected]))
  return {
    document: document ?? loadContract(),
    handlers: { ...all, ...handlers } as unknown as AllHandlers,
    principals: { authenticate: authenticate ?? (() => Promise.resolve(principal)) } as unknown as Principals,
    platformSecrets: [],
    limits,
    // the dispatcher itself only asks for the time
    base: { now: () => new Date() } as ApiDependencies['base'],
  }
}

/** Serves the stubbed dispatcher over HTTP. */
export async function startStubApi(parts: StubParts = {}): Promise<StubApi> {
  const logs: Record<string, unknown>[] = []
  const log = makeLogger('debug', {
    write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>),
  })
  const api = await makeApi(stubDependencies(parts))
  const server = makeHttpServer(
    makeWebApp({
      api,
      admission: parts.admission ?? null,
      log,
      contract: readContractTexts(),
      addressLimit: parts.limits?.address ?? null,
      trustProxy: false,
    }),
    parts.unreadMs,
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
