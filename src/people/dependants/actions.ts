// What a key or a person made is listed when it is revoked, disabled or paused, and may end with it.
import { changeKey, setKey, switchLocked, type Follow } from '../../auth/actions'
import {
  assertMayManage,
  authorityExceeded,
  isConditional,
  keyExceeded,
  type Authority,
} from '../../auth/handing-on/rules'
import { insertNotification, lockKey, type KeyRow } from '../../auth/queries'
import type { KeyChange } from '../../auth/stored-changes'
import { assertMay, mayRead, type Ctx, type TxCtx } from '../../context'
import type { Schema } from '../../contract/types'
import { orNotFound } from '../../base/errors'
import { assertAdministratorRemains } from '../administrators/actions'
import { changeLocked, changePerson, removePerson, type PersonChange } from '../actions'
import { stateOfPerson } from '../facts'
import { lockPerson, type PersonRow } from '../queries'
import { listDependants, type Dependant, type Maker } from './queries'
import { isStopped } from './rules'

export type Choice = 'keep' | 'end'

export interface WithDependants<T> {
  readonly row: T
  readonly dependants: readonly Schema<'Dependant'>[]
}

/** @throws DomainError as `changeKey`, and as the change of each dependant, 409 `last_administrator` */
export const revokeKey = (ctx: Ctx, key: KeyRow, choice: Choice): Promise<WithDependants<KeyRow>> =>
  ofKey(choice, (follow) => changeKey(ctx, key, 'revoked', follow))

/** @throws DomainError as `setKey`, and as `revokeKey` */
export const updateKey = (ctx: Ctx, key: KeyRow, change: KeyChange, choice: Choice): Promise<WithDependants<KeyRow>> =>
  ofKey(choice, (follow) => setKey(ctx, key, change, follow))

async function ofKey(choice: Choice, change: (follow: Follow) => Promise<KeyRow>): Promise<WithDependants<KeyRow>> {
  let dependants: readonly Schema<'Dependant'>[] = []
  const row = await change(async (tx, authority, before, after) => {
    const maker = { kind: 'key', id: after.key_id } as const
    const [was, is] = [before, after].map((one) => one.revoked_at !== null || isStopped(one))
    dependants = await follow(tx, authority, maker, { wasStopped: was === true, isStopped: is === true, choice })
  })
  return { row, dependants }
}

/** @throws DomainError as `changePerson`, and as `revokeKey` */
export async function updatePerson(
  ctx: Ctx,
  personId: string,
  change: PersonChange,
  choice: Choice,
): Promise<WithDependants<PersonRow>> {
  let dependants: readonly Schema<'Dependant'>[] = []
  const row = await changePerson(ctx, personId, change, async (tx, authority, before, after) => {
    const stops = { wasStopped: isStopped(before), isStopped: isStopped(after), choice }
    dependants = await follow(tx, authority, { kind: 'person', id: personId }, stops)
  })
  return { row, dependants }
}

/** @throws DomainError as `removePerson`, and as `revokeKey` */
export const deletePerson = (ctx: Ctx, personId: string, choice: Choice): Promise<void> =>
  removePerson(ctx, personId, async (tx, authority, before) => {
    const stops = { wasStopped: isStopped(before), isStopped: true, choice }
    await follow(tx, authority, { kind: 'person', id: personId }, stops)
  })

interface Stops {
  readonly wasStopped: boolean
  readonly isStopped: boolean
  readonly choice: Choice
}

async function follow(
  tx: TxCtx,
  authority: Authority,
  maker: Maker,
  stops: Stops,
): Promise<readonly Schema<'Dependant'>[]> {
  if (!stops.isStopped && stops.choice === 'keep') return []
  const made = await listDependants(tx, maker)
  const isEnded = stops.choice === 'end'
  if (isEnded) await endAll(tx, authority, maker, made)
  else if (!stops.wasStopped && made.length > 0) await tell(tx, maker, made)
  const mayName = mayRead(tx, 'people.read')
  return made
    .slice(0, MOST_SHOWN)
    .map(({ kind, id, name }) => ({ ...toId(kind, id), name: kind === 'key' || mayName ? name : null, ended: isEnded }))
}

/** The contract's `maxItems` of an answer, and of a notification, of which a page has a hundred. */
const MOST_SHOWN = 1_000
const MOST_NOTIFIED = 100

const toId = (kind: string, id: string) => ({ kind: kind === 'key' ? ('key' as const) : ('person' as const), id })

async function endAll(tx: TxCtx, authority: Authority, maker: Maker, made: readonly Dependant[]): Promise<void> {
  // the error is that of the operation, whatever ends
  const exceeded = maker.kind === 'key' ? keyExceeded : authorityExceeded
  const [keys, people] = [made.filter(({ kind }) => kind === 'key'), made.filter(({ kind }) => kind === 'person')]
  if (keys.length > 0) assertMay(tx, { scope: 'keys.write', feature: null })
  if (people.length > 0) assertMay(tx, { scope: 'people.write', feature: null })
  const { communityId } = tx.community
  for (const { id } of keys) {
    const key = await lockKey(tx.db, { community_id: communityId, key_id: id })
    assertMayManage(authority, key, exceeded)
    await switchLocked(tx, authority, key, 'revoked')
  }
  const before: PersonRow[] = []
  for (const { id } of people) {
    const person = orNotFound(await lockPerson(tx, id), 'person_not_found')
    assertMayManage(authority, stateOfPerson(person), exceeded)
    await changeLocked(tx, authority, person, { enabled: false })
    before.push(person)
  }
  // a caller without a condition, who had every scope of an administrator that ended, can make another one, unless it ends too
  const endsItself = made.some(({ id }) => id === tx.actor.id)
  if (endsItself || isConditional(authority)) await assertAdministratorRemains(tx, before)
}

/** For the staff: what stays is seen. */
async function tell(tx: TxCtx, { kind, id }: Maker, made: readonly Dependant[]): Promise<void> {
  const dependants = made.slice(0, MOST_NOTIFIED).map((one) => toId(one.kind, one.id))
  await insertNotification(tx, `${kind}.dependants`, { [`${kind}Id`]: id, dependants })
}
