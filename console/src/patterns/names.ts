// The names beside the ids of a list, which the server sends for `names=1`.
import type { Schema } from '../api'
import { ownerOf } from './owner'
import { catalogue, textsOf } from './texts'

const texts = catalogue('names', {
  key: 'the key {name}',
  operator: 'the operator {name}',
  job: 'the server',
  platform: 'somebody on the platform',
  applicant: 'the applicant',
  me: 'You',
  left: 'Somebody who has left the staff',
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

/** Each answers with the id where no name is known. */
export interface Names {
  readonly account: (userId: string) => string
  readonly rank: (uniqueId: number) => string
  readonly form: (applicationId: string) => string
  readonly key: (keyId: string) => string
  readonly person: (personId: string) => string
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
  const key = (keyId: string) => keys.get(keyId) ?? keyId
  const person = (personId: string) => people.get(personId) ?? personId
  return {
    account: (userId) => accounts.get(userId) ?? userId,
    rank: (uniqueId) => ranks.get(uniqueId) ?? String(uniqueId),
    form: (applicationId) => forms.get(applicationId) ?? applicationId,
    key,
    person,
    actor: ({ kind, id }) => {
      const t = textsOf(texts)
      if (kind === 'person') return person(id)
      if (kind === 'key') return t('key', { name: key(id) })
      if (kind === 'operator') return t('operator', { name: id })
      if (kind === 'job' || kind === 'platform' || kind === 'applicant') return t(kind)
      return id
    },
  }
}

/** At the beginning of a sentence: "The key Game server". Names of people stay as they are. */
export function firstName(actor: { readonly kind: string; readonly id: string }, names: Names): string {
  const name = names.actor(actor)
  return actor.kind === 'person' ? name : name.charAt(0).toUpperCase() + name.slice(1)
}

/** At the beginning of a sentence: who decided on a response, which was read with its names. Null: its form did. */
export function deciderOf({ data: { decidedBy }, meta }: Schema<'ResponseReply'>): string | null {
  const t = textsOf(texts)
  if (decidedBy === null) return null
  if (isMine(decidedBy)) return t('me')
  const name = firstName(decidedBy, namesOf([meta?.names]))
  return name === decidedBy.id ? t('left') : name
}
