// Operations tagged `suspensions`.
import type { Ctx } from '../../context'
import type { Handlers, Schema } from '../../contract/types'
import { readPage, type Page } from '../../db/paging'
import { invalid } from '../../base/errors'
import { onceFinished } from '../../idempotency/actions'
import { pageExtras } from '../../names/actions'
import { resolveUserId } from '../../members/actions'
import { filterId } from '../../base/ids'
import {
  createSuspension,
  liftSuspension,
  requireSuspension,
  restored,
  setSuspendedRank,
  suspended,
  updateSuspension,
  type LiftedIds,
  type SuspensionChange,
  type SuspensionIds,
} from './actions'
import { countSuspensions, findSuspendedRank, listSuspensions, positionOfSuspension } from './queries'
import { suspensionEnd } from './rules'
import { toSuspensionSettings, toSuspension } from './views'

export const suspensions = {
  async listSuspensions(ctx, { query }) {
    const { state, userId } = query
    const filter = { state, userId: filterId(userId) }
    const read = (page: Page) => listSuspensions(ctx, filter, page)
    const list = `suspensions ${state ?? ''} ${userId ?? ''}`
    const extras = pageExtras(ctx, query, () => countSuspensions(ctx, filter))
    const body = await readPage(ctx, list, query, {
      read,
      positionOf: positionOfSuspension,
      show: toSuspension,
      extras,
    })
    return { status: 200, body }
  },

  async createSuspension(ctx, { body }) {
    const { userId, by, reason, rankUniqueId } = body
    const endsAt = requireEnd(ctx, body)
    const target = { userId: String(userId), ...(by === undefined ? {} : { by }), at: '/body/userId' } as const
    const request = { reason: reason ?? null, endsAt, rankUniqueId }
    const act = async (ctx: Ctx) =>
      createSuspension(ctx, { ...request, userId: await resolveUserId(ctx, target, 'write') })
    const finish = (ids: SuspensionIds) => suspended(ctx, ids)
    return onceFinished(ctx, act, finish, (row) => ({ status: 201, body: { data: toSuspension(row) } }))
  },

  async getSuspension(ctx, { path }) {
    return { status: 200, body: { data: toSuspension(await requireSuspension(ctx, path.suspensionId)) } }
  },

  async updateSuspension(ctx, { path, body }) {
    const row = await updateSuspension(ctx, path.suspensionId, toChange(ctx, body))
    return { status: 200, body: { data: toSuspension(row) } }
  },

  async liftSuspension(ctx, { path, body }) {
    const act = (ctx: Ctx) => liftSuspension(ctx, path.suspensionId, body?.reason ?? null)
    const finish = (ids: LiftedIds) => restored(ctx, ids)
    return onceFinished(ctx, act, finish, (row) => ({ status: 200, body: { data: toSuspension(row) } }))
  },

  async getSuspensionSettings(ctx) {
    return { status: 200, body: { data: toSuspensionSettings(await findSuspendedRank(ctx)) } }
  },

  async updateSuspensionSettings(ctx, { body }) {
    return { status: 200, body: { data: toSuspensionSettings(await setSuspendedRank(ctx, body.rankUniqueId ?? null)) } }
  },
} satisfies Handlers

function requireEnd(ctx: Ctx, body: Schema<'SuspensionCreate'>): string {
  const endsAt = suspensionEnd(body, ctx.now())
  if (endsAt === undefined) throw new Error('the contract accepted a suspension without an end')
  return endsAt
}

function toChange(ctx: Ctx, body: Schema<'SuspensionUpdate'>): SuspensionChange {
  if (body.reason !== undefined && body.removeReason) {
    throw invalid('/body/removeReason', 'maxProperties', 'must not be sent together with reason')
  }
  return { endsAt: suspensionEnd(body, ctx.now()), reason: body.removeReason ? null : body.reason }
}
