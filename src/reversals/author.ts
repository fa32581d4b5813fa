// What the author of a reversal may do: asked at the request, and again at each step, which comes later.
import { operationTable } from '../../generated/operations'
import { findKey } from '../auth/queries'
import { requirementFor } from '../auth/effects'
import { authorize } from '../auth/rules'
import { errorOf } from '../base/errors'
import { boundedCaller, mayRead, type Ctx, type Requirement } from '../context'
import { findPerson } from '../people/queries'
import { grantsOf } from '../people/roles'
import { assertRoleCounts } from '../people/rules'
import { kinds, type Kind } from './entries/rules'

const {
  createReversal,
  revokeWarning: warning,
  updateBlacklistEntry: blacklistEntry,
  updateApplication: application,
} = operationTable

/** `join`: a form that decides on join requests. */
const requirements: Readonly<Record<(typeof kinds)[number] | 'join', Requirement>> = {
  experience: requirementFor('experience'),
  quotaPoints: requirementFor('quotaPoints'),
  medal: requirementFor('medals'),
  qualification: requirementFor('qualifications'),
  rank: requirementFor('rank'),
  role: requirementFor('role'),
  warning,
  blacklistEntry,
  application,
  suspension: requirementFor('suspension'),
  join: requirementFor('join'),
}

interface Author {
  readonly kind: string
  readonly takesPerHour: number | null
  readonly assertMay: (requirement: Requirement) => void
}

/** What the caller may not give or take directly, a reversal does not either. */
export function kindsOfCaller({ caller }: Pick<Ctx, 'caller'>): string[] {
  const bounded = boundedCaller(caller)
  return kindsFor(bounded && { ...bounded, kind: caller.kind })
}

const readScopes: Readonly<Record<Kind, string>> = {
  experience: 'members.read',
  quotaPoints: 'members.read',
  medal: 'members.read',
  qualification: 'members.read',
  rank: 'members.read',
  role: 'members.read',
  removal: 'members.read',
  ban: 'members.read',
  warning: 'warnings.read',
  blacklistEntry: 'blacklists.read',
  suspension: 'suspensions.read',
  application: 'applications.read',
}

/** Entries show members and records, which have scopes of their own. */
export const readableKinds = (ctx: Pick<Ctx, 'caller'>): Kind[] =>
  (Object.keys(readScopes) as Kind[]).filter((kind) => mayRead(ctx, readScopes[kind]))

/** @param author null: the operator */
const kindsFor = (author: Author | null): string[] =>
  [...kinds, 'join' as const].filter(
    (kind) => author === null || (meets(author, requirements[kind]) && mayTake(author, kind)),
  )

/** Awards are taken in the transaction of the job, which would wait for ever for a key that may take nothing. */
const mayTake = ({ kind: author, takesPerHour }: Author, kind: string): boolean =>
  author !== 'key' || takesPerHour !== 0 || (kind !== 'medal' && kind !== 'qualification')

const meets = (author: Author, requirement: Requirement): boolean =>
  errorOf(() => author.assertMay(requirement)) === null

/** @returns null when the author may not ask for reversals any more: the key was revoked, the person disabled */
export async function kindsOfAuthor(ctx: Ctx): Promise<readonly string[] | null> {
  if (ctx.actor.kind === 'operator') return kindsFor(null)
  const author = ctx.actor.kind === 'key' ? await readKey(ctx) : await readPerson(ctx)
  return author && meets(author, createReversal) ? kindsFor(author) : null
}

async function readKey({ db, community, actor, now }: Ctx): Promise<Author | null> {
  const principal = (await findKey(db, community.communityId, actor.id))?.principal
  if (!principal) return null
  const { takesPerHour } = principal
  return { kind: 'key', takesPerHour, assertMay: (needed) => authorize(principal, needed, now().getTime()) }
}

async function readPerson(ctx: Ctx): Promise<Author | null> {
  const person = await findPerson(ctx, ctx.actor.id)
  if (!person) return null
  const grants = { ...grantsOf({ ...person, ownScopes: person.own_scopes }), community: ctx.community }
  const assertMay = (needed: Requirement): void => {
    authorize(grants, needed, ctx.now().getTime())
    assertRoleCounts(person.role_loss)
  }
  return { kind: 'person', takesPerHour: person.takes_per_hour_limit, assertMay }
}
