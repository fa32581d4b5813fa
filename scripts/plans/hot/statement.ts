// A hot statement.
import type { TxCtx } from '../../../src/context'
import type { Page } from '../../../src/db/paging'
import type { Excuses } from '../plan'
import { bigCommunity, ids } from '../seed'

export interface HotStatement extends Excuses {
  /** The name of its section in the golden file. */
  readonly name: string
  /** The exported function that sends it. */
  readonly of: unknown
  readonly send: (ctx: TxCtx) => Promise<unknown>
  /** A page of a list, which must be ordered by the index. */
  readonly isPage: boolean
}

/** The community of the statements. */
export const community = {
  communityId: bigCommunity,
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
  connection: 'connected',
  plans: [],
} as const

export const { application, endpoint, eventType, event, user, busyUser } = ids
export const operation = `op_${'a'.repeat(20)}`
export const limit = 51
export const ofOneAccount = { filters: 'rows of one account or group' }
export const pastEnd = {
  filters: 'expired rows; they follow the active ones, which are newer',
}
export const somewhere = new Date(Date.now() - 100_000).toISOString()

export type Send = HotStatement['send']
export const one = (name: string, of: unknown, send: Send, excuses: Excuses = {}): HotStatement => {
  return { name, of, send, isPage: false, ...excuses }
}

/** The first page of a list, and a later one. @param prefix of the ids that it is ordered by */
export function pages(
  name: string,
  of: unknown,
  prefix: string,
  send: (ctx: TxCtx, page: Page) => Promise<unknown>,
  excuses: Excuses = {},
): HotStatement[] {
  const after = { at: somewhere, id: `${prefix}_${'k'.repeat(20)}` }
  return [
    { name, of, isPage: true, send: (ctx) => send(ctx, { after: null, limit }), ...excuses },
    { name: `${name}.later`, of, isPage: true, send: (ctx) => send(ctx, { after, limit }), ...excuses },
  ]
}
