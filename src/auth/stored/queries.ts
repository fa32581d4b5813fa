// SQL of the roles that are bound to medals and qualifications.
import type { Ctx } from '../../context'
import { anyText } from '../../db/expressions'
import { own } from '../../db/own'
import type { KnownRoles } from './rules'

/** Of those named that have a role. */
export async function listBoundRoles(
  ctx: Ctx,
  { medals, qualifications }: Readonly<Record<'medals' | 'qualifications', readonly string[]>>,
): Promise<KnownRoles['bound']> {
  const of = async (kind: 'medals' | 'qualifications', names: readonly string[]) => {
    if (names.length === 0) return []
    const rows = await own(ctx)
      .selectFrom(kind === 'medals' ? 'medal' : 'qualification')
      .select(['name', 'role_unique_id'])
      .where('name', '=', anyText(names))
      .execute()
    return rows.flatMap(({ name, role_unique_id: role }) =>
      name === null || role === null ? [] : [{ kind, name, role }],
    )
  }
  return [...(await of('medals', medals)), ...(await of('qualifications', qualifications))]
}
