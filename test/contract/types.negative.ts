// Code that must not compile: type checking reports each unused `@ts-expect-error`.
/* eslint-disable @typescript-eslint/require-await -- a handler is async, also where it has nothing to wait for */
import type { AllHandlers, Handler, Handlers, Input, Reply, Schema } from '../../src/contract/types'
import type { Ctx, TxCtx } from '../../src/context'
import { DomainError, type ErrorCode } from '../../src/base/errors'
import { once } from '../../src/idempotency/actions'
import { errorStatus } from '../../generated/errors'
import { replaceRanks } from '../../src/ranks/queries'
import type { RankRow } from '../../src/ranks/queries'

declare const ctx: Ctx
declare const tx: TxCtx
declare const row: RankRow & { readonly secret: string }
declare const member: Schema<'Member'>
declare const rank: Schema<'Rank'>
declare const question: Schema<'Question'>
declare const handlers: AllHandlers

// valid code: the rest of the file must fail only for the given reasons
export const room = { listRanks: handlers.listRanks, getMember: handlers.getMember } satisfies Handlers
export const rooms: AllHandlers = { ...handlers }
export const fine: Handler<'listMembers'> = async (_ctx, { query }) => ({
  status: 200,
  body: { data: [member], meta: { nextCursor: query.cursor ?? null } },
})
export const inTransaction = replaceRanks(tx, [])

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
// the contract lists the properties of a member twice, because OpenAPI cannot refer to property names
export const fieldsOfMember: Same<Required<Schema<'MemberFields'>>, Required<Schema<'Member'>>> = true
export const namesOfFields: Same<Schema<'MemberField'>, keyof Schema<'Member'>> = true

declare const allButOne: Omit<AllHandlers, 'promoteMember'>
// @ts-expect-error an operation that no room serves
export const forgets: AllHandlers = { ...allButOne }

export const invents: AllHandlers = {
  ...handlers,
  // @ts-expect-error an unknown operation, as a misspelt one is
  listRank: handlers.listRanks,
}

export const misspelt = {
  // @ts-expect-error an unknown operation in a room
  listRank: handlers.listRanks,
} satisfies Handlers

export const sideways = {
  // @ts-expect-error the handler of another operation
  getMember: handlers.listMembers,
} satisfies Handlers

export const inRoom = {
  // @ts-expect-error a status that is not declared, in the handler of a room
  listRanks: async () => ({ status: 201, body: { data: [] } }),
} satisfies Handlers

// @ts-expect-error an operation id the contract does not have
export type NoSuchOperation = Handler<'listRank'>

// @ts-expect-error a schema the contract does not have
export type NoSuchSchema = Schema<'Members'>

declare const medal: Schema<'AwardWritten'>
// @ts-expect-error an operation that takes an Idempotency-Key answers by `once` only
export const repeats: Handler<'createMedal'> = async () => ({ status: 201, body: medal })

const uncommitted = async () => medal
// @ts-expect-error `once` takes only what `commitOnce` committed
export const repeated = once(ctx, uncommitted, uncommitted, (body) => ({ status: 201, body }))

// @ts-expect-error a status that is not declared
export const created: Handler<'listRanks'> = async () => ({ status: 201, body: { data: [] } })

// @ts-expect-error an error status is thrown, never returned
export const refuses: Handler<'listRanks'> = async () => ({
  status: 404,
  body: { error: { code: 'rank_not_found', message: 'No.' } },
})

// @ts-expect-error no body where one is declared
export const empty: Handler<'listRanks'> = async () => ({ status: 200 })

// @ts-expect-error the body lacks a field
export const lacks: Handler<'listMembers'> = async () => ({ status: 200, body: { data: [member] } })

// @ts-expect-error a field of the body has the wrong type
export const wrongType: Schema<'Member'> = { ...member, experience: '1' }

// @ts-expect-error the same, returned from a handler
export const returnsWrongType: Handler<'listRanks'> = async () => ({
  status: 200,
  body: { data: [{ ...rank, rankId: '1' }] },
})

// @ts-expect-error a value the enum does not have
export const wrongEnum: Schema<'AutoRankOutcome'> = { outcome: 'stale' }

// @ts-expect-error a body that belongs to another operation
export const otherBody: Reply<'listRanks'> = { status: 200, body: { data: member } }

// @ts-expect-error a header the contract does not have
export const header: Reply<'listRanks'> = { status: 200, body: { data: [] }, headers: { 'X-Secret': 'x' } }

// @ts-expect-error a header that handle-request.ts sets
export const rateHeader: Reply<'listRanks'> = { status: 200, body: { data: [] }, headers: { 'RateLimit-Limit': 1 } }

export const readsQuery: Handler<'listRanks'> = async (_ctx, input) => {
  // @ts-expect-error a query parameter the operation lacks
  void input.query.cursor
  // @ts-expect-error a path parameter the operation lacks
  void input.path.userId
  // @ts-expect-error undeclared headers are not visible
  void input.headers
  return { status: 200, body: { data: [] } }
}

export const readsPath: Handler<'getMember'> = async (_ctx, { path }) => {
  // @ts-expect-error a path parameter is a string, as it was sent
  const userId: number = path.userId
  throw new DomainError('member_not_found', `No member ${userId}.`)
}

// @ts-expect-error promoteMember takes no body
export const readsBody = ({ body }: Input<'promoteMember'>) => body.rankId

// @ts-expect-error a property the body does not have
export const readsProperty = ({ body }: Input<'changeExperience'>) => body.amountt

// @ts-expect-error a request is read-only
export const writesInput = (input: Input<'getMember'>) => void (input.query = {})

// @ts-expect-error a removal has no body to return
export const bodyOfNothing: Reply<'deleteTemplate'> = { status: 204, body: {} }

// @ts-expect-error the applicant's view has no answer keys
export const keyed: Schema<'Question'> = { ...question, answerKey: ['up'] }

// @ts-expect-error an optional body is checked before it is read
export const readsNoBody = ({ body }: Input<'duplicateApplication'>) => body.name

// @ts-expect-error an error code the contract does not have
export const unknownCode = new DomainError('member_missing', 'No.')

// @ts-expect-error a code without a status
export const total: Record<ErrorCode, number> = { member_not_found: 404 }

// @ts-expect-error an unknown code in the table
export const noStatus = errorStatus.member_missing

// @ts-expect-error locks need a transaction
export const bare = replaceRanks(ctx, [])

export function view(): Schema<'Rank'> {
  return {
    uniqueId: row.unique_id,
    rankId: row.rank_id,
    name: row.name,
    memberCount: row.member_count,
    autoRank: null,
    assignable: true,
    managed: true,
    // @ts-expect-error an undeclared property in a view with a return type
    secret: row.secret,
  }
}

// @ts-expect-error a view without a required property
export const forgetful = (): Schema<'Rank'> => ({
  uniqueId: 1,
  rankId: 1,
  name: 'x',
  memberCount: null,
  autoRank: null,
})
