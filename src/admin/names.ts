// Usernames as flags, and names beside the ids of accounts and keys.
import { listKeyNames } from '../auth/queries'
import { requireCommunity, type Base } from '../communities/actions'
import type { Actor, Ctx } from '../context'
import { lookUp } from '../members/actions'
import { findCommunityOfName } from '../members/names/queries'
import { isNamesUnavailable, resolveAccount, resolveName, type Access } from '../members/names/resolve'
import { listRanks } from '../ranks/queries'
import { Username } from './arguments'
import { Refused } from './failure'
import type { Field, Human, NamedCell, NamedFields, NamedHuman } from './output'
import type { Cell } from './table'

/** The contract's maximum. */
const PER_LOOKUP = 100

/**
 * The flags with user ids for usernames.
 * @param context of a community, or of none
 * @throws DomainError as `resolveName`
 */
export async function withUserIds<Flags extends object>(context: Base | Ctx, flags: Flags): Promise<Flags> {
  const resolved: [string, unknown][] = []
  for (const [flag, value] of Object.entries(flags) as [string, unknown][]) {
    if (!(value instanceof Username)) continue
    const { name, access } = value
    const userId = await ('community' in context
      ? resolveName(context, name, access)
      : resolveAnywhere(context, name, access))
    resolved.push([flag, userId])
  }
  return { ...flags, ...Object.fromEntries(resolved) }
}

/**
 * While the platform's look-up by name is off: in the community with the newest member of this name, whose connection
 * confirms it.
 */
async function resolveAnywhere(base: Base, name: string, access: Access): Promise<number> {
  return resolveAccount(base, name, access).catch(async (error: unknown) => {
    if (!isNamesUnavailable(error)) throw error
    const communityId = await findCommunityOfName(base.db, name)
    if (communityId === null) throw error
    return resolveName({ ...base, community: await requireCommunity(base, communityId) }, name, access)
  })
}

/**
 * The unique id of a rank that is given by its name, in any case, or by its unique id.
 * @throws UsageError for none, and for a name of several
 */
export async function rankNamed(ctx: Ctx, text: string): Promise<number> {
  const ranks = await listRanks(ctx)
  const named = ranks.filter((one) => one.name.toLowerCase() === text.toLowerCase())
  const [rank, ...others] = named.length > 0 ? named : ranks.filter((one) => String(one.unique_id) === text)
  if (rank && others.length === 0) return rank.unique_id
  if (rank) throw new Refused(`several ranks have the name ${text}; give the unique id of rank list`)
  throw new Refused(`there is no rank ${text}; see rank list`)
}

export const account = (userId: number | string | null): NamedCell | null =>
  userId === null ? null : { account: Number(userId) }

export const actor = (kind: Actor['kind'], id: string): NamedCell => ({ actor: { kind, id } })

interface Names {
  usernameOf(userId: number): string | null
  keyNameOf(keyId: string): string | null
}

export async function withNames(ctx: Ctx | null, { fields, table, blocks, ...rest }: NamedHuman): Promise<Human> {
  const all = [fields ?? {}, ...(blocks ?? []).map((block) => block.fields)].flatMap(fieldList)
  const cells = all.map(([, cell]) => cell).concat(table?.rows.flat() ?? [])
  const names = ctx === null ? noNames : await readNames(ctx, cells)
  return {
    ...(fields && { fields: nameFields(fields, names) }),
    ...(blocks && { blocks: blocks.map((block) => ({ ...block, fields: nameFields(block.fields, names) })) }),
    ...(table && { table: nameTable(table, names) }),
    ...rest,
  }
}

const noNames: Names = { usernameOf: () => null, keyNameOf: () => null }

async function readNames(ctx: Ctx, cells: readonly NamedCell[]): Promise<Names> {
  const userIds = new Set(cells.flatMap((cell) => (isNamed(cell) && 'account' in cell ? [cell.account] : [])))
  const keyIds = cells.flatMap((cell) =>
    isNamed(cell) && 'actor' in cell && cell.actor.kind === 'key' ? [cell.actor.id] : [],
  )
  const usernames = await readUsernames(ctx, [...userIds])
  const keys = keyIds.length === 0 ? new Map<string, string>() : await listKeyNames(ctx, keyIds)
  return {
    usernameOf: (userId) => usernames.get(String(userId)) ?? null,
    keyNameOf: (keyId) => keys.get(keyId) ?? null,
  }
}

async function readUsernames(ctx: Ctx, userIds: readonly number[]): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  for (let start = 0; start < userIds.length; start += PER_LOOKUP) {
    const page = { userIds: userIds.slice(start, start + PER_LOOKUP), fields: ['username' as const] }
    for (const { userId, username } of (await lookUp(ctx, page)).members) found.set(userId, username)
  }
  return found
}

const fieldList = (fields: NamedFields): readonly Field<NamedCell>[] =>
  Array.isArray(fields) ? (fields as readonly Field<NamedCell>[]) : Object.entries(fields)

const nameFields = (fields: NamedFields, names: Names): Field<Cell>[] =>
  fieldList(fields).map(([name, cell]) => [name, inline(cell, names)])

function nameTable({ columns, rows }: NonNullable<NamedHuman['table']>, names: Names): NonNullable<Human['table']> {
  const isAccount = columns.map((_, at) => rows.some((row) => isNamed(row[at]) && 'account' in row[at]))
  return {
    columns: columns.flatMap((column, at) => (isAccount[at] ? [column, 'USERNAME'] : [column])),
    rows: rows.map((row) =>
      row.flatMap((cell, at) => {
        if (!isAccount[at]) return [inline(cell, names)]
        return isNamed(cell) && 'account' in cell
          ? [cell.account, names.usernameOf(cell.account)]
          : [inline(cell, names), null]
      }),
    ),
  }
}

function inline(cell: NamedCell, names: Names): Cell {
  if (!isNamed(cell)) return cell
  if ('account' in cell) return [cell.account, names.usernameOf(cell.account) ?? []].flat().join(' ')
  const { kind, id } = cell.actor
  const name = kind === 'key' ? names.keyNameOf(id) : null
  return name === null ? `${kind} ${id}` : `${kind} ${id} (${name})`
}

const isNamed = (cell: NamedCell | undefined): cell is Exclude<NamedCell, Cell> =>
  typeof cell === 'object' && cell !== null
