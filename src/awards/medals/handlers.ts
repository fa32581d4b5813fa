// Operations tagged `awards`.
import type { Ctx } from '../../context'
import type { HandlersFor, Input, Schema } from '../../contract/types'
import { invalid } from '../../base/errors'
import { readPage, type Page } from '../../db/paging'
import { once } from '../../idempotency/actions'
import { resolveUserId, type Target } from '../../members/actions'
import { toMember } from '../../members/views'
import { award, createAward, remove, requireAward, updateAward, type AwardChange } from './actions'
import { listDefinitions, positionOfDefinition, type DefinitionChange, type Kind } from './queries'
import { toAward, toAwardWritten } from './views'

function toChange({ roleUniqueId, removeRole, ...change }: Schema<'AwardUpdate'>): DefinitionChange {
  if (roleUniqueId !== undefined && removeRole) {
    throw invalid('/body', 'maxProperties', 'must not contain both roleUniqueId and removeRole')
  }
  return { ...change, role: removeRole ? null : roleUniqueId }
}

type Act = (ctx: Ctx, kind: Kind, userId: number, name: string) => Promise<AwardChange>

export const awards: HandlersFor<'awards'> = {
  async awardMedal(ctx, { path, query, body }) {
    return { status: 200, body: await act(ctx, award, 'medal', { ...path, ...query }, body.name) }
  },

  async removeMedal(ctx, { path, query }) {
    return { status: 200, body: await act(ctx, remove, 'medal', { ...path, ...query }, path.name) }
  },

  async awardQualification(ctx, { path, query, body }) {
    return { status: 200, body: await act(ctx, award, 'qualification', { ...path, ...query }, body.name) }
  },

  async removeQualification(ctx, { path, query }) {
    return { status: 200, body: await act(ctx, remove, 'qualification', { ...path, ...query }, path.name) }
  },

  async listMedals(ctx, { query }) {
    return { status: 200, body: await list(ctx, 'medal', query) }
  },

  async createMedal(ctx, { body }) {
    const act = () => createAward(ctx, 'medal', body.name, body.description, body.roleUniqueId ?? null)
    return once(ctx, act, (row) => ({ status: 201, body: toAwardWritten(row) }))
  },

  async getMedal(ctx, { path }) {
    return { status: 200, body: { data: toAward(await requireAward(ctx, 'medal', path.name)) } }
  },

  async updateMedal(ctx, { path, body }) {
    return { status: 200, body: toAwardWritten(await updateAward(ctx, 'medal', path.name, toChange(body))) }
  },

  async listQualifications(ctx, { query }) {
    return { status: 200, body: await list(ctx, 'qualification', query) }
  },

  async createQualification(ctx, { body }) {
    const act = () => createAward(ctx, 'qualification', body.name, body.description, body.roleUniqueId ?? null)
    return once(ctx, act, (row) => ({ status: 201, body: toAwardWritten(row) }))
  },

  async getQualification(ctx, { path }) {
    return { status: 200, body: { data: toAward(await requireAward(ctx, 'qualification', path.name)) } }
  },

  async updateQualification(ctx, { path, body }) {
    return { status: 200, body: toAwardWritten(await updateAward(ctx, 'qualification', path.name, toChange(body))) }
  },
}

async function act(ctx: Ctx, action: Act, kind: Kind, target: Target, name: string): Promise<Schema<'AwardChanged'>> {
  const userId = await resolveUserId(ctx, target, 'write')
  const { member, change, auditId } = await action(ctx, kind, userId, name)
  return { data: toMember(member), meta: { change, auditId } }
}

type ListQuery = Input<'listMedals'>['query'] | Input<'listQualifications'>['query']

async function list(ctx: Ctx, kind: Kind, query: ListQuery): Promise<Schema<'AwardPage'>> {
  const { archived } = query
  const which = archived === 'all' ? null : archived === 'true'
  const read = (page: Page) => listDefinitions(ctx, kind, which, page)
  return readPage(ctx, `${kind}s ${archived}`, query, { read, positionOf: positionOfDefinition, show: toAward })
}
