// The community that a command is about.
import type { Base } from '../communities/actions'
import { listCommunityNames } from '../communities/queries'
import type { Ctx } from '../context'
import { isCommunityId } from './arguments'
import { Refused, UsageError } from './failure'
import { inCommunity } from './session'

/** Named in an error. */
const MOST_NAMED = 5

export interface Hints {
  /** The id or the name of `--community`. */
  readonly flag: string | undefined
  /** Of the thing that other flags name. */
  readonly ofThing: (() => Promise<string>) | undefined
  /** The id or the name of COMMUNITY. */
  readonly variable: string | null
}

/**
 * By the flag, the thing that the command names, the variable, or else the only community.
 * @throws UsageError where several are possible
 */
export async function whichCommunity(base: Base, { flag, ofThing, variable }: Hints): Promise<Ctx> {
  const id =
    flag === undefined && ofThing
      ? await ofThing()
      : ((await communityIdOf(base, flag ?? variable ?? undefined)) ?? (await onlyCommunity(base)))
  return inCommunity(base, id)
}

/** Undefined for undefined. @throws Refused for no community, and for a name of several */
export async function communityIdOf(base: Base, text: string | undefined): Promise<string | undefined> {
  if (text === undefined || isCommunityId(text)) return text
  const named = await listCommunityNames(base.db, text.normalize('NFC'), MOST_NAMED + 1)
  const same = named.filter(({ name }) => name === text.normalize('NFC'))
  const [found, ...others] = same.length === 1 ? same : named
  if (!found) throw new Refused(`there is no community ${text}; see community list`)
  if (others.length === 0) return found.community_id
  throw new Refused(`several communities have the name ${text}; give the id: ${listed(named)}`)
}

async function onlyCommunity({ db }: Base): Promise<string> {
  const all = await listCommunityNames(db, null, MOST_NAMED + 1)
  const [only, ...others] = all
  if (!only) throw new Refused('there is no community; create one with community create --name NAME')
  if (others.length === 0) return only.community_id
  throw new UsageError(`there are several communities; give --community, or set COMMUNITY: ${listed(all)}`)
}

const listed = (rows: readonly { community_id: string; name: string }[]): string =>
  rows
    .slice(0, MOST_NAMED)
    .map(({ community_id, name }) => `${community_id} (${name})`)
    .concat(rows.length > MOST_NAMED ? ['and others of community list'] : [])
    .join(', ')
