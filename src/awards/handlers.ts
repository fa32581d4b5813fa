// Operations tagged `awards`: medals and qualifications of members.
import type { Ctx } from '../context'
import type { HandlersFor, Schema } from '../contract/types'
import { resolveUserId, type Target } from '../profiles/actions'
import { toMember } from '../profiles/views'
import { award, remove, type AwardChange, type Kind } from './actions'

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
}

async function act(ctx: Ctx, action: Act, kind: Kind, target: Target, name: string): Promise<Schema<'AwardChanged'>> {
  const userId = await resolveUserId(ctx, target, 'write')
  const { member, change, auditId } = await action(ctx, kind, userId, name)
  return { data: toMember(member), meta: { change, auditId } }
}
