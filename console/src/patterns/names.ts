// The names beside the ids of a list, which the server sends for `names=1`.
import { answerOf, api, type Schema } from '../api'
import { ownerOf } from './owner'
import { catalogue, textsOf } from './texts'

const texts = catalogue('names', {
  key: 'the key {name}',
  operator: 'the operator {name}',
  job: 'the server',
  platform: 'somebody on the platform',
  applicant: 'the applicant',
})

/** What an account is called: players know the username. */
export const nameOf = (account: {
  readonly userId: string
  readonly username: string | null
  readonly displayName: string | null
}): string => account.username ?? account.displayName ?? account.userId

type Actor = Schema<'NullableModerationActor'>

/** Whether the person here did it. */
export const isMine = (actor: Actor): boolean => actor?.kind === 'person' && ownerOf().endsWith(`.${actor.id}`)

/** Who did something to the account, of the audit log. Null: the role may not read it, or does not know the name. */
export async function nameOfActor(userId: string, actor: Actor): Promise<string | null> {
  const query = { userId, order: 'newest', limit: 50, names: '1' } as const
  const page = await answerOf(api.GET('/v2/audit-entries', { params: { query } })).catch(() => null)
  const name = page === null || actor === null ? null : namesOf([page.meta.names]).actor(actor)
  return name === actor?.id ? null : name
}

/** Each answers with the id where no name is known. */
export interface Names {
  readonly account: (userId: string) => string
  readonly rank: (uniqueId: number) => string
  readonly form: (applicationId: string) => string
  /** Who did something: "Ana", "the key Game server". */
  readonly actor: (actor: { readonly kind: string; readonly id: string }) => string
}

export function namesOf(pages: readonly (Schema<'Names'> | undefined)[]): Names {
  const all = pages.filter((one) => one !== undefined)
  const accounts = new Map(all.flatMap((one) => one.accounts.map(({ userId, username }) => [userId, username])))
  const ranks = new Map(all.flatMap((one) => one.ranks.map(({ uniqueId, name }) => [uniqueId, name])))
  const forms = new Map(all.flatMap((one) => one.applications.map(({ applicationId, name }) => [applicationId, name])))
  const keys = new Map(all.flatMap((one) => one.keys.map(({ keyId, name }) => [keyId, name])))
  const people = new Map(all.flatMap((one) => one.people.map(({ personId, name }) => [personId, name])))
  return {
    account: (userId) => accounts.get(userId) ?? userId,
    rank: (uniqueId) => ranks.get(uniqueId) ?? String(uniqueId),
    form: (applicationId) => forms.get(applicationId) ?? applicationId,
    actor: ({ kind, id }) => {
      const t = textsOf(texts)
      if (kind === 'person') return people.get(id) ?? id
      if (kind === 'key') return t('key', { name: keys.get(id) ?? id })
      if (kind === 'operator') return t('operator', { name: id })
      if (kind === 'job' || kind === 'platform' || kind === 'applicant') return t(kind)
      return id
    },
  }
}
