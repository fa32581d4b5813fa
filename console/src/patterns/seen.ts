// A change of a record that somebody else changed since the person saw it: it is not stored, and the person is told who changed what.
// Only what the change names is compared, so changes of different things do not disturb each other.
import { answerOf, api, RequestError, type Schema } from '../api'
import type { operations } from '../../../generated/openapi'
import type { ActName, BodyOf, RequestOf } from './acts'
import { isMine, namesOf } from './names'
import { catalogue, textsOf } from './texts'

type HeaderOf<Id extends ActName> = NonNullable<operations[Id]['parameters']['header']>
type TakesMatch<Id extends ActName> = [HeaderOf<Id>] extends [never]
  ? false
  : 'If-Match' extends keyof HeaderOf<Id>
    ? true
    : false

/** The acts that change or delete a record which the contract guards with `If-Match`; a form has versions instead. */
export type Guarded = {
  [Id in ActName]: TakesMatch<Id> extends true
    ? [BodyOf<Id>] extends [undefined]
      ? Id
      : 'version' extends keyof NonNullable<BodyOf<Id>>
        ? never
        : Id
    : never
}[ActName]

type Fields = Readonly<Record<string, unknown>>

interface Recorded {
  readonly read: (path: unknown) => Promise<{
    readonly data?: { readonly data: object }
    readonly error?: unknown
    readonly response: Response
  }>
  /** What the properties of the change are in the record; default: those of the same name. Of a deletion: all that the person decided by. */
  readonly fields?: (record: object) => Fields
  /** Of the audit log, that change it. */
  readonly actions: readonly string[]
}

interface RecordOf<Id extends Guarded, R extends object> {
  readonly read: (
    path: RequestOf<Id>['path'],
  ) => Promise<{ readonly data?: { readonly data: R }; readonly error?: unknown; readonly response: Response }>
  readonly fields?: (
    record: R,
  ) => [BodyOf<Id>] extends [undefined]
    ? { readonly [Name in keyof typeof words]?: unknown }
    : { readonly [Name in keyof BodyOf<Id>]?: unknown }
  readonly actions: readonly string[]
}

const recordOf = <Id extends Guarded, R extends object>(of: RecordOf<Id, R>): Recorded => of as unknown as Recorded

const fieldsOfPerson = (person: Schema<'Person'>) => ({
  ...person,
  enabled: person.state !== 'disabled',
  paused: person.pausedAt !== null,
  removeMember: person.userId,
  removeLowestRank: person.lowestRankUniqueId,
})
const personActions = ['person.update', 'person.bind', 'person.unbind', 'person.paused', 'person.resumed']

const fieldsOfAward = (award: Schema<'Award'>) => ({ ...award, removeRole: award.roleUniqueId })

const records: Readonly<Record<Guarded, Recorded>> = {
  updateKey: recordOf<'updateKey', Schema<'ApiKey'>>({
    read: (path) => api.GET('/v2/keys/{keyId}', { params: { path } }),
    fields: (key) => ({
      ...key,
      enabled: key.state !== 'disabled',
      paused: key.pausedAt !== null,
      neverExpires: key.expiresAt,
      anyAddress: key.allowedAddresses,
    }),
    actions: ['key.set', 'key.enabled', 'key.disabled', 'key.paused', 'key.resumed'],
  }),
  updatePerson: recordOf<'updatePerson', Schema<'Person'>>({
    read: (path) => api.GET('/v2/people/{personId}', { params: { path } }),
    fields: fieldsOfPerson,
    actions: personActions,
  }),
  deletePerson: recordOf<'deletePerson', Schema<'Person'>>({
    read: (path) => api.GET('/v2/people/{personId}', { params: { path } }),
    fields: (person) => {
      const { name, role, userId, lowestRankUniqueId, enabled, paused } = fieldsOfPerson(person)
      return { name, role, userId, lowestRankUniqueId, enabled, paused }
    },
    actions: personActions,
  }),
  // nobody changes one: it goes on by itself
  deleteReversal: recordOf<'deleteReversal', Schema<'Reversal'>>({
    read: (path) => api.GET('/v2/reversals/{reversalId}', { params: { path } }),
    fields: ({ state }) => ({ state }),
    actions: [],
  }),
  updateRank: recordOf<'updateRank', Schema<'Rank'>>({
    read: (path) => api.GET('/v2/ranks/{uniqueId}', { params: { path } }),
    fields: (rank) => ({ ...rank, assignable: rank.givenByPeople !== true, removeAutoRank: rank.autoRank }),
    actions: ['rank.threshold', 'rank.managed', 'rank.givers'],
  }),
  updateAutoRankSettings: recordOf<'updateAutoRankSettings', Schema<'AutoRankSettings'>>({
    read: () => api.GET('/v2/auto-rank'),
    actions: ['auto-rank.update'],
  }),
  updateSuspensionSettings: recordOf<'updateSuspensionSettings', Schema<'SuspensionSettings'>>({
    read: () => api.GET('/v2/suspension-settings'),
    fields: ({ rank }) => ({ rankUniqueId: rank?.uniqueId ?? null, removeRank: rank?.uniqueId ?? null }),
    actions: ['suspension-settings.update'],
  }),
  updateMedal: recordOf<'updateMedal', Schema<'Award'>>({
    read: (path) => api.GET('/v2/medals/{name}', { params: { path } }),
    fields: fieldsOfAward,
    actions: ['medal.update'],
  }),
  updateQualification: recordOf<'updateQualification', Schema<'Award'>>({
    read: (path) => api.GET('/v2/qualifications/{name}', { params: { path } }),
    fields: fieldsOfAward,
    actions: ['qualification.update'],
  }),
  setJoinRequirements: recordOf<'setJoinRequirements', Schema<'JoinRequirements'>>({
    read: () => api.GET('/v2/join-requirements'),
    actions: ['application.require'],
  }),
  updatePlatformConnection: recordOf<'updatePlatformConnection', Schema<'PlatformConnection'>>({
    read: () => api.GET('/v2/platform-connection'),
    fields: ({ pausedAt }) => ({ paused: pausedAt !== null }),
    actions: ['platform.paused', 'platform.resumed'],
  }),
}

type Names<Id> = Id extends Guarded ? ([BodyOf<Id>] extends [undefined] ? never : keyof BodyOf<Id> & string) : never

const words = {
  name: 'the name',
  description: 'the description',
  archived: 'whether it is archived',
  roleUniqueId: 'the role that goes with it',
  removeRole: 'the role that goes with it',
  scopes: 'the rights',
  actFor: 'whether it may act for the member who asks',
  expiresAt: 'the day on which it expires',
  neverExpires: 'the day on which it expires',
  allowedAddresses: 'the networks',
  anyAddress: 'the networks',
  enabled: 'whether it is switched on',
  paused: 'the pause',
  highestRankGiven: 'the highest rank to give',
  lowestRankTouched: 'the lowest rank to change',
  highestRankTouched: 'the highest rank to change',
  takesPerHourLimit: 'how much may be taken in an hour',
  role: 'the role',
  userId: 'the member',
  removeMember: 'the member',
  lowestRankUniqueId: 'the rank on which the role depends',
  removeLowestRank: 'the rank on which the role depends',
  autoRank: 'the threshold',
  removeAutoRank: 'the threshold',
  managed: 'whether it is a rank',
  assignable: 'who may give it',
  demotes: 'whether AutoRank demotes',
  rankUniqueId: 'the rank',
  removeRank: 'the rank',
  applicationIds: 'the forms',
  state: 'how far it is',
} satisfies Record<Names<Guarded> | 'state', string>

const texts = catalogue('seen', {
  ...words,
  me: 'You',
  by: '{actor} changed this meanwhile: {what}.',
  unknown: 'This was changed meanwhile: {what}.',
  notStored: 'Nothing of yours was stored, and what you entered is still here. Do it again to replace it.',
  notDeleted: 'Nothing was deleted. Do it again to delete it as it is now.',
  now: '{what} is now “{value}”',
})

/** Equal whatever the order of ids and names is. */
const toText = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, one: unknown) => {
    if (Array.isArray(one)) return [...(one as readonly unknown[])].map(String).sort()
    return typeof one === 'number' ? String(one) : one
  })

/** Whether the record has what was sent; it may have more. */
function isStoredAs(now: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return toText(now) === toText(sent)
  return Object.entries(sent).every(([name, value]) => isStoredAs((now as Fields | null)?.[name], value))
}

const isGuarded = (name: ActName): name is Guarded => Object.hasOwn(records, name)

/** What was changed meanwhile; the next attempt is compared with `now`, of which the person was told. */
export class ChangedMeanwhile extends RequestError {
  constructor(
    message: string,
    readonly now: object,
  ) {
    super(409, 'changed_meanwhile', message)
  }
}

/**
 * Reads the record, and compares it with what the person saw.
 * @returns its `ETag`, for the request; null: the act changes no such record
 * @throws ChangedMeanwhile
 */
export async function tagOfUnchanged(
  name: ActName,
  { path, body, seen }: { readonly path?: unknown; readonly body?: unknown; readonly seen?: object | undefined },
): Promise<string | null> {
  if (seen === undefined || !isGuarded(name)) return null
  const { read, fields = (record: object) => record as Fields, actions } = records[name]
  const reading = read(path)
  const { data } = await answerOf(reading)
  const [before, now, sent] = [fields(seen), fields(data), body as Fields | undefined]
  const isOther = (field: string): boolean => toText(before[field]) !== toText(now[field])
  const changed = Object.keys(sent ?? now).filter(
    (field) => isOther(field) && !(sent && isStoredAs(now[field], sent[field])),
  ) as (keyof typeof words)[]
  if (changed.length === 0) return (await reading).response.headers.get('ETag')
  const t = textsOf(texts)
  const what = changed.map((field) => {
    const value = now[field]
    const isTold = typeof value === 'string' && (field === 'name' || field === 'description')
    return isTold ? t('now', { what: t(field), value }) : t(field)
  })
  const actor = await authorOf(actions, path)
  const all = [...new Set(what)].join(', ')
  const said = actor === null ? t('unknown', { what: all }) : t('by', { actor, what: all })
  throw new ChangedMeanwhile(`${said} ${t(sent ? 'notStored' : 'notDeleted')}`, data)
}

/** Whether an entry of the audit log is of the record: it has the ids that are in its address. */
const isOf = (state: object | null | undefined, path: unknown): boolean =>
  Object.entries(path ?? {}).every(([name, id]) => String((state as Fields | null)?.[name]) === String(id))

/** Who made the newest change, of the audit log. Null: it is not among the newest entries, or the role may not read them. */
async function authorOf(actions: readonly string[], path: unknown): Promise<string | null> {
  if (actions.length === 0) return null
  const kinds = [...new Set(actions.map((action) => (actions.length === 1 ? action : `${action.split('.')[0]}.`)))]
  const query = { action: kinds[0] ?? '', order: 'newest', limit: 100, names: '1' } as const
  const page = await answerOf(api.GET('/v2/audit-entries', { params: { query } })).catch(() => null)
  const entry = page?.data.find(
    ({ action, before, after }) => actions.includes(action) && (isOf(before, path) || isOf(after, path)),
  )
  if (page === null || entry === undefined) return null
  const { actor } = entry
  return isMine(actor as Parameters<typeof isMine>[0]) ? textsOf(texts)('me') : namesOf([page.meta.names]).actor(actor)
}
