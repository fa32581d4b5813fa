// What `meta` has on request: names beside the ids, and the total of a page.
import type { Ctx } from '../context'
import type { Schema } from '../contract/types'
import type { Total } from '../db/paging'
import { listAccountNames, listFormNames, listKeyNames, listPersonNames, listRankNames } from './queries'
import { idsIn, numbersOf } from './rules'

type Asked = Schema<'PageExtra'> | undefined

export interface PageExtras {
  readonly names?: Schema<'Names'>
  readonly total?: Total
}

/** @param count of lists that take `total` */
export function pageExtras(
  ctx: Ctx,
  { names, total }: { readonly names?: Asked; readonly total?: Asked },
  count?: () => Promise<Total>,
) {
  return async (shown: readonly unknown[]): Promise<PageExtras> => ({
    ...(names && { names: await namesIn(ctx, shown) }),
    ...(total && count && { total: await count() }),
  })
}

/** Of one record. */
export async function namedMeta(
  ctx: Ctx,
  { names }: { readonly names?: Asked },
  shown: readonly unknown[],
): Promise<{ readonly meta?: Schema<'NamedMeta'> }> {
  return names ? { meta: { names: await namesIn(ctx, shown) } } : {}
}

/** Stored names alone; whoever may read an id may read its name. */
export async function namesIn(ctx: Ctx, shown: readonly unknown[]): Promise<Schema<'Names'>> {
  const ids = idsIn(shown)
  const [accounts, keys, people, ranks, forms] = await Promise.all([
    find(numbersOf(ids.accounts), (some) => listAccountNames(ctx, some)),
    find([...ids.keys], (some) => listKeyNames(ctx, some)),
    find([...ids.people], (some) => listPersonNames(ctx, some)),
    find(numbersOf(ids.ranks), (some) => listRankNames(ctx, some)),
    find([...ids.applications], (some) => listFormNames(ctx, some)),
  ])
  return {
    accounts: accounts.flatMap(({ user_id, username, display_name }) =>
      username === null ? [] : [{ userId: String(user_id), username, displayName: display_name }],
    ),
    keys: keys.map(({ key_id, name }) => ({ keyId: key_id, name })),
    people: people.map(({ person_id, name }) => ({ personId: person_id, name })),
    ranks: ranks.map(({ unique_id, rank_id, name }) => ({ uniqueId: unique_id, rankId: rank_id, name })),
    applications: forms.map(({ application_id, name }) => ({ applicationId: application_id, name })),
  }
}

const find = async <Id, Row>(ids: readonly Id[], read: (ids: readonly Id[]) => Promise<Row[]>): Promise<Row[]> =>
  ids.length === 0 ? [] : read(ids)
