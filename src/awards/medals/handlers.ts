// Operations tagged `awards`. Medals and qualifications have the same ones.
import type { Ctx } from '../../context'
import type { AllHandlers, Handlers, Schema } from '../../contract/types'
import { invalid } from '../../base/errors'
import { readPage, type Page } from '../../db/paging'
import { once } from '../../idempotency/actions'
import { resolveUserId, type Target } from '../../members/actions'
import { toMember } from '../../members/views'
import { award, createAward, remove, requireAward, updateAward, type AwardChange } from './actions'
import { listDefinitions, positionOfDefinition, type DefinitionChange, type Kind } from './queries'
import { toAward, toAwardWritten } from './views'

interface HandlersOfKind {
  readonly award: AllHandlers['awardMedal'] & AllHandlers['awardQualification']
  readonly remove: AllHandlers['removeMedal'] & AllHandlers['removeQualification']
  readonly list: AllHandlers['listMedals'] & AllHandlers['listQualifications']
  readonly create: AllHandlers['createMedal'] & AllHandlers['createQualification']
  readonly get: AllHandlers['getMedal'] & AllHandlers['getQualification']
  readonly update: AllHandlers['updateMedal'] & AllHandlers['updateQualification']
}

const handlersOf = (kind: Kind): HandlersOfKind => ({
  async award(ctx, { path, query, body }) {
    return { status: 200, body: await act(ctx, award, kind, { ...path, ...query }, body.name) }
  },

  async remove(ctx, { path, query }) {
    return { status: 200, body: await act(ctx, remove, kind, { ...path, ...query }, path.name) }
  },

  async list(ctx, { query }) {
    const { archived } = query
    const which = archived === 'all' ? null : archived === 'true'
    const read = (page: Page) => listDefinitions(ctx, kind, which, page)
    const list = { read, positionOf: positionOfDefinition, show: toAward }
    return { status: 200, body: await readPage(ctx, `${kind}s ${archived}`, query, list) }
  },

  async create(ctx, { body }) {
    const act = (ctx: Ctx) => createAward(ctx, kind, body.name, body.description, body.roleUniqueId ?? null)
    return once(ctx, act, (row) => ({ status: 201, body: toAwardWritten(row) }))
  },

  async get(ctx, { path }) {
    return { status: 200, body: { data: toAward(await requireAward(ctx, kind, path.name)) } }
  },

  async update(ctx, { path, body }) {
    return { status: 200, body: toAwardWritten(await updateAward(ctx, kind, path.name, toChange(body))) }
  },
})

const medals = handlersOf('medal')
const qualifications = handlersOf('qualification')

export const awards = {
  awardMedal: medals.award,
  removeMedal: medals.remove,
  listMedals: medals.list,
  createMedal: medals.create,
  getMedal: medals.get,
  updateMedal: medals.update,
  awardQualification: qualifications.award,
  removeQualification: qualifications.remove,
  listQualifications: qualifications.list,
  createQualification: qualifications.create,
  getQualification: qualifications.get,
  updateQualification: qualifications.update,
} satisfies Handlers

type Act = (ctx: Ctx, kind: Kind, userId: number, name: string) => Promise<AwardChange>

async function act(ctx: Ctx, action: Act, kind: Kind, target: Target, name: string): Promise<Schema<'AwardChanged'>> {
  const userId = await resolveUserId(ctx, target, 'write')
  const { member, change, auditId } = await action(ctx, kind, userId, name)
  return { data: toMember(member), meta: { change, auditId } }
}

function toChange({ roleUniqueId, removeRole, ...change }: Schema<'AwardUpdate'>): DefinitionChange {
  if (roleUniqueId !== undefined && removeRole) {
    throw invalid('/body', 'maxProperties', 'must not contain both roleUniqueId and removeRole')
  }
  return { ...change, role: removeRole ? null : roleUniqueId }
}
