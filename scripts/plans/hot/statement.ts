// A hot statement.
import type { TxCtx } from '../../../src/context'
import type { Page } from '../../../src/db/paging'
import type { Excuses } from '../plan'
import { bigCommunity, ids } from '../seed'

export interface HotStatement extends Excuses {
  /** Of the golden file. */
  readonly name: string
  /** The sending function. */
  readonly of: unknown
  readonly send: (ctx: TxCtx) => Promise<unknown>
  /** Must be ordered by the index. */
  readonly isPage: boolean
}

/** Of the statements. */
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

/** First and later page. @param prefix of ids */
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
