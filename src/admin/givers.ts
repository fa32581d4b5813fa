// Who gives the roles whose holders may act on members. `platform connect` asks once.
import { DomainError } from '../base/errors'
import type { Ctx } from '../context'
import { updateRank } from '../ranks/actions'
import { listRanks, type ListedRank } from '../ranks/queries'
import { undecided } from '../ranks/rules'
import { ask } from './confirm'
import type { Terminal } from './output'

const words = { remove: 'remove members', ban: 'ban them', rank: 'change ranks', accept: 'accept requests to join' }

const named = ({ name, rank_id, powers }: ListedRank): string =>
  `  ${name} (rank ${rank_id}): ${powers?.map((power) => words[power]).join(', ')}`

export const commandFor = (communityId: string, role: number | string): string =>
  `rank set-assignable --community ${communityId} --rank ${role} --assignable off`

export interface Proposal {
  readonly roles: readonly ListedRank[]
  /** Null: nobody has answered, and nothing is restricted. */
  readonly givenByPeople: boolean | null
  readonly note: string | null
}

export async function proposeGivers(ctx: Ctx, terminal: Terminal): Promise<Proposal> {
  const roles = undecided(await listRanks(ctx))
  if (roles.length === 0) return { roles, givenByPeople: null, note: null }
  const found = `The holders of these roles may act on members of the group:\n${roles.map(named).join('\n')}`
  const givenByPeople = await ask(terminal, `${found}\nShall people alone give them, and no API key?`)
  if (givenByPeople === null) return { roles, givenByPeople, note: `${found}\n${howTo(ctx, roles)}` }
  const kept: string[] = []
  for (const { unique_id: role } of roles) {
    const problem = await store(ctx, role, !givenByPeople)
    if (problem !== null) kept.push(problem)
  }
  return { roles, givenByPeople, note: kept.join('\n') || null }
}

const howTo = ({ community }: Ctx, roles: readonly ListedRank[]): string =>
  `Every API key that may change ranks gives them. So that people alone do, run:
${roles.map(({ unique_id }) => `  ${commandFor(community.communityId, unique_id)}`).join('\n')}`

/** @returns why it was not stored: the role has a threshold of AutoRank */
async function store(ctx: Ctx, role: number, assignable: boolean): Promise<string | null> {
  try {
    await updateRank(ctx, role, { assignable })
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
