// What was done, as a sentence for people: of an entry of the audit log, and of an operation on the platform.
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { AuditAction } from '../../../generated/audit-actions'
import { RequestError, type Schema } from '../api'
import { useMay } from '../session'
import { changeOf } from './changes'
import { sentenceOf } from './errors'
import { firstName, type Names } from './names'
import { catalogue, textsOf, useTexts, type Catalogue } from './texts'
import { dateTimeText } from './time'

type Entry = Schema<'AuditEntry'>

/**
 * `{actor}` did it; `{member}` is whom it was done to. The values are those of the entry, by their names. Each action has
 * a text without values too: a role that may not read the values sees that one.
 */
const texts = catalogue('sentence', {
  'member.experience': '{actor} changed the experience of {member}.',
  'member.experience.gave': '{actor} gave {member} {amount} experience.',
  'member.experience.took': '{actor} took {amount} experience from {member}.',
  'member.experience.set': '{actor} set the experience of {member} to {experience}.',
  'member.quotaPoints': '{actor} changed the quota points of {member}.',
  'member.quotaPoints.gave': '{actor} gave {member} {amount} quota points.',
  'member.quotaPoints.took': '{actor} took {amount} quota points from {member}.',
  'member.quotaPoints.set': '{actor} set the quota points of {member} to {quotaPoints}.',
  'member.rank': '{actor} changed the rank of {member}.',
  'member.rank.ranks': '{actor} changed the rank of {member}: {from} → {to}.',
  'member.rank.auto': 'AutoRank: {from} → {to}.',
  'member.rank.autoOf': 'AutoRank, {member}: {from} → {to}.',
  'member.role': '{actor} changed the roles of {member}.',
  'member.role.gave': '{actor} gave {member} the role {role}.',
  'member.role.took': '{actor} took the role {role} from {member}.',
  'member.create': '{actor} read {member} for the first time.',
  'member.medal.award': '{actor} awarded {member} the medal {name}.',
  'member.medal.remove': '{actor} took the medal {name} from {member}.',
  'member.qualification.award': '{actor} gave {member} the qualification {name}.',
  'member.qualification.remove': '{actor} took the qualification {name} from {member}.',
  'warning.create': '{actor} warned {member}.',
  'warning.create.points': '{actor} warned {member}. Points: {points}, together {activePoints}.',
  'warning.revoke': '{actor} took back a warning of {member}.',
  'warning.revoke.points': '{actor} took back a warning of {member}. Points that are left: {activePoints}.',
  'warning.restore': '{actor} put a warning of {member} back.',
  'suspension.add': '{actor} suspended {member}.',
  'suspension.add.until': '{actor} suspended {member} until {endsAt}.',
  'suspension.apply': 'The suspension of {member} began.',
  'suspension.apply.ranks': 'The suspension of {member} began: {from} → {to}.',
  'suspension.restore': 'The rank of {member} was given back.',
  'suspension.restore.ranks': 'The rank of {member} was given back: {from} → {to}.',
  'suspension.update': '{actor} changed the suspension of {member}.',
  'suspension.update.until': '{actor} changed the suspension of {member}. It lasts until {endsAt}.',
  'suspension.lift': '{actor} ended the suspension of {member}.',
  'suspension.end': 'The suspension of {member} ended.',
  'blacklist.add': '{actor} put {member} on the blacklist.',
  'blacklist.add.until': '{actor} put {member} on the blacklist until {expiresAt}.',
  'blacklist.update': '{actor} changed the entry of {member} on the blacklist.',
  'blacklist.restore': '{actor} put {member} back on the blacklist.',
  'blacklist.lift': '{actor} took {member} off the blacklist.',
  'application.response.read': '{actor} read a response of {member}.',
  'application.response.review': '{actor} decided on a response of {member}.',
  'application.response.review.status': '{actor} decided on a response of {member}: {status}.',
  'application.response.submit': '{member} submitted a response.',
  'operation.submit': '{actor} asked the platform to change {member}.',
  'operation.cancel': '{actor} cancelled a change of {member} on the platform.',
  'operation.end': 'A change of {member} on the platform, which {actor} had asked for, has ended.',
  'operation.end.succeeded': 'The platform made the change of {member} that {actor} had asked for.',
  'operation.end.failed': 'The change of {member} that {actor} had asked for failed.',
  'operation.end.failed.why': 'The change of {member} that {actor} had asked for failed. {why}',
  'operation.end.cancelled': 'The change of {member} that {actor} had asked for was not made.',
  'operation.end.cancelled.why': 'The change of {member} that {actor} had asked for was not made. {why}',
  'account.restrict': '{actor} put the data of {member} on hold.',
  'account.unrestrict': '{actor} ended the hold on the data of {member}.',
  'account.transfer': '{actor} moved the data of {member} to another account.',
  'account.verify': '{member} was verified.',
  'account.unverify': 'The verification of {member} was taken back.',
  'applicant.code': '{actor} made a code to sign in for {member}.',
  'applicant.sign-in': '{member} signed in to apply.',
  'applicant.sign-out': '{member} signed out.',
  'application.create': '{actor} created a form.',
  'application.create.name': '{actor} created the form {name}.',
  'application.update': '{actor} changed a form.',
  'application.update.name': '{actor} changed the form {name}.',
  'application.delete': '{actor} deleted a form.',
  'application.delete.name': '{actor} deleted the form {name}.',
  'application.restore': '{actor} brought a deleted form back.',
  'application.restore.name': '{actor} brought the deleted form {name} back.',
  'application.rollback': '{actor} brought a former version of a form back.',
  'application.rollback.name': '{actor} brought a former version of the form {name} back.',
  'application.require': '{actor} changed which form a member needs to join.',
  'application.require.name': '{actor} changed whether a member needs the form {name} to join.',
  'application.response.message': 'The result of a response of {member} was sent.',
  'application.template.create': '{actor} saved a template for forms.',
  'application.template.delete': '{actor} deleted a template for forms.',
  'auto-rank.update': '{actor} changed the settings of AutoRank.',
  'community.create': '{actor} created the community.',
  'community.export': '{actor} exported the community.',
  'community.import': '{actor} imported the community.',
  'community.reopen': '{actor} opened the community again.',
  'community.set': '{actor} changed the community.',
  'community.set-storage': '{actor} changed how much the community may store.',
  'data-rights.close': '{actor} closed a request for data.',
  'data-rights.erase': '{actor} erased the data of {member}.',
  'data-rights.export': '{actor} exported the data of {member}.',
  'data-rights.hold': '{actor} put the data of {member} on hold.',
  'data-rights.no-data': 'A request for data was closed: there is none of {member}.',
  'data-rights.park': '{actor} put a request for data aside.',
  'data-rights.release': '{actor} ended the hold on the data of {member}.',
  'data-rights.request': 'A request for the data of {member} came in.',
  'data-rights.resolve': '{actor} found out whose data a request is about.',
  'event-type.create': '{actor} created a kind of events.',
  'event-type.create.name': '{actor} created the kind of events {name}.',
  'event-type.update': '{actor} changed a kind of events.',
  'event-type.archive': '{actor} archived a kind of events.',
  'event.create': '{actor} planned an event.',
  'event.create.name': '{actor} planned the event {name}.',
  'event.update': '{actor} changed an event.',
  'event.start': '{actor} started an event.',
  'event.finish': '{actor} finished an event.',
  'event.cancel': '{actor} cancelled an event.',
  'event.attendee.set': '{actor} noted {member} as attending an event.',
  'event.attendee.remove': '{actor} took {member} off the list of an event.',
  'identity.conflict': 'Another account of {member} belongs to somebody else too.',
  'identity.delete': '{actor} deleted another account of {member}.',
  'identity.resolve': '{actor} decided whose another account is: {member}.',
  'identity.set': '{actor} noted another account of {member}.',
  'join-request.accept': '{actor} accepted the request of {member} to join.',
  'join-request.decline': '{actor} declined the request of {member} to join.',
  'key.create': '{actor} created a key.',
  'key.create.name': '{actor} created the key {name}.',
  'key.set': '{actor} changed a key.',
  'key.set.name': '{actor} changed the key {name}.',
  'key.rotate': '{actor} replaced the secret of a key.',
  'key.rotate.name': '{actor} replaced the secret of the key {name}.',
  'key.revoked': '{actor} revoked a key.',
  'key.revoked.name': '{actor} revoked the key {name}.',
  'key.disabled': '{actor} switched a key off.',
  'key.disabled.name': '{actor} switched the key {name} off.',
  'key.enabled': '{actor} switched a key on.',
  'key.enabled.name': '{actor} switched the key {name} on.',
  'key.paused': '{actor} paused a key.',
  'key.paused.name': '{actor} paused the key {name}.',
  'key.resumed': '{actor} let a key go on.',
  'key.resumed.name': '{actor} let the key {name} go on.',
  'key.limited': 'A key reached what it may take in an hour.',
  'key.limited.name': 'The key {name} reached what it may take in an hour.',
  'key.many-members': 'A key changed unusually many members.',
  'key.many-members.name': 'The key {name} changed unusually many members.',
  'key.import-legacy': '{actor} imported a key of an older server.',
  'medal.create': '{actor} made a medal.',
  'medal.create.name': '{actor} made the medal {name}.',
  'medal.update': '{actor} changed a medal.',
  'medal.update.name': '{actor} changed the medal {name}.',
  'qualification.create': '{actor} made a qualification.',
  'qualification.create.name': '{actor} made the qualification {name}.',
  'qualification.update': '{actor} changed a qualification.',
  'qualification.update.name': '{actor} changed the qualification {name}.',
  'operations.pause': '{actor} paused the changes of the group.',
  'operations.resume': '{actor} let the changes of the group go on.',
  'operations.retry': '{actor} tried changes of the group again.',
  'person.create': '{actor} invited a person.',
  'person.create.name': '{actor} invited {name}.',
  'person.invite': '{actor} made another invitation for a person.',
  'person.invite.name': '{actor} made another invitation for {name}.',
  'person.update': '{actor} changed a person of the staff.',
  'person.update.name': '{actor} changed {name} of the staff.',
  'person.delete': '{actor} deleted a person of the staff.',
  'person.delete.name': '{actor} deleted {name} of the staff.',
  'person.register': '{actor} made a passkey.',
  'person.bind': '{actor} bound an account to sign in with.',
  'person.unbind': '{actor} ended the binding of an account to sign in with.',
  'person.export': '{actor} exported what is stored of a person of the staff.',
  'person.paused': '{actor} paused a person of the staff.',
  'person.paused.name': '{actor} paused {name} of the staff.',
  'person.resumed': '{actor} let a person of the staff go on.',
  'person.resumed.name': '{actor} let {name} of the staff go on.',
  'person.limited': 'A person of the staff reached what their role may take in an hour.',
  'person.limited.name': '{name} reached what their role may take in an hour.',
  'person.many-members': 'A person of the staff changed unusually many members.',
  'person.many-members.name': '{name} changed unusually many members.',
  'group.alarm': 'Alarm: {member} changed unusually much in the group.',
  'plan.set': '{actor} changed the plan of the community.',
  'subscription.set': '{actor} changed the subscription of the community.',
  'trial.set': '{actor} changed the trial of the community.',
  'platform.connect': '{actor} connected the group.',
  'platform.disconnect': '{actor} ended the connection of the group.',
  'platform.expiring': 'The credential of the group ends soon.',
  'platform.paused': 'The changes of the group were paused by {actor}.',
  'platform.resumed': '{actor} let the changes of the group go on.',
  'platform.status': 'The state of the connection has changed.',
  'rank.ambiguous': 'Several ranks of the group have the same number.',
  'rank.givers': '{actor} changed who gives a rank.',
  'rank.givers.name': '{actor} changed who gives the rank {name}.',
  'rank.managed': '{actor} changed whether a rank is given from here.',
  'rank.managed.name': '{actor} changed whether the rank {name} is given from here.',
  'rank.sync': '{actor} read the ranks of the group.',
  'rank.threshold': '{actor} changed what a rank needs.',
  'rank.threshold.name': '{actor} changed what the rank {name} needs.',
  'reversal.create': '{actor} asked to take changes back.',
  'reversal.create.preview': '{actor} looked at what taking changes back would do.',
  'reversal.finish': 'Changes were taken back, as {actor} had asked.',
  'reversal.delete': '{actor} deleted the record of changes that were taken back.',
  'session.create': '{actor} signed in.',
  'session.end': '{actor} ended a session.',
  'session.prove': '{actor} confirmed who they are.',
  'staff-role.set': '{actor} changed a role of the staff.',
  'staff-role.set.name': '{actor} changed the role {name}.',
  'staff-role.delete': '{actor} deleted a role of the staff.',
  'staff-role.delete.name': '{actor} deleted the role {name}.',
  'suspension-settings.update': '{actor} changed the settings of suspensions.',
  'verification.code': '{actor} made a code for {member} to verify with.',
  'verification.link': '{actor} verified {member}.',
  'verification.transfer': 'A verification moved to {member}.',
  'verification.unlink': '{actor} took the verification of {member} back.',
  'webhook.create': '{actor} created a webhook.',
  'webhook.update': '{actor} changed a webhook.',
  'webhook.delete': '{actor} deleted a webhook.',
  'webhook.disable': 'A webhook was switched off.',
  'webhook.enable': '{actor} switched a webhook on.',
  'webhook.redeliver': '{actor} sent a message of a webhook again.',
  'webhook.rotate-secret': '{actor} replaced the secret of a webhook.',
  'webhook.test': '{actor} sent a test message to a webhook.',
  other: '{actor}: {action}.',
  otherOf: '{actor}: {action} of {member}.',
  somebody: 'somebody',
  nothing: 'none',
}) satisfies Catalogue<Readonly<Record<AuditAction, string>>>

type Key = Exclude<Parameters<ReturnType<typeof textsOf<(typeof texts)['english']>>>[0], never>
type Values = Readonly<Record<string, unknown>>

const numberIn = (values: Entry['after'], name: string): number | null => {
  const value = (values as Values | null)?.[name]
  return typeof value === 'number' ? value : null
}

/** The name of a rank or role in the values of an entry. */
function nameIn(values: Entry['after'], property: 'rank' | 'role'): string | null {
  const one = (values as Values | null)?.[property] as { readonly name?: string } | null | undefined
  return one?.name ?? null
}

/** After a sentence: why somebody did it. */
export const Reason = ({ of: reason }: { readonly of: string }) => (
  <Text component="span" inherit fs="italic">
    {' '}
    <bdi>“{reason}”</bdi>
  </Text>
)

interface Said {
  readonly key: Key
  readonly values: Readonly<Record<string, string | number>>
  /** Whether the sentence has all that changed. */
  readonly isWhole: boolean
}

/** What entries are about, beside a member, by the beginning of their actions. */
const objects = [
  { of: 'application.', id: 'applicationId', name: 'form', page: '/settings/forms/', scope: 'applications.read' },
  { of: 'key.', id: 'keyId', name: 'key', page: '/settings/keys/', scope: 'keys.read' },
  { of: 'person.', id: 'personId', name: 'person', page: '/settings/people/', scope: 'people.read' },
] as const

interface About {
  /** Null: none is stored. */
  readonly name: string | null
  readonly page: string
  readonly scope: string
}

/** Null: no object that has a page. */
function aboutOf({ action, before, after }: Entry, names: Names): About | null {
  const object = objects.find(({ of }) => action.startsWith(of))
  if (object === undefined) return null
  const id = { ...(before as Values | null), ...(after as Values | null) }[object.id]
  if (typeof id !== 'string') return null
  const name = names[object.name](id)
  return { name: name === id ? null : name, page: object.page + id, scope: object.scope }
}

function saidOf({ action, userId, before, after }: Entry, isOfMany: boolean, about: About | null): Said {
  const t = textsOf(texts)
  for (const name of ['experience', 'quotaPoints'] as const) {
    if (action !== `member.${name}`) continue
    const [from, to] = [numberIn(before, name) ?? 0, numberIn(after, name)]
    if (to === null) break
    if ((after as Values | null)?.['set'] === true) {
      return { key: `member.${name}.set`, values: { [name]: to }, isWhole: true }
    }
    const key = to < from ? (`member.${name}.took` as const) : (`member.${name}.gave` as const)
    return { key, values: { amount: Math.abs(to - from) }, isWhole: true }
  }
  const ranks = { from: nameIn(before, 'rank') ?? t('nothing'), to: nameIn(after, 'rank') ?? t('nothing') }
  if (action === 'member.rank' && (before !== null || after !== null)) {
    const isAuto = (after as Values | null)?.['kind'] === 'rank.auto'
    const auto = isOfMany ? 'member.rank.autoOf' : 'member.rank.auto'
    return { key: isAuto ? auto : 'member.rank.ranks', values: ranks, isWhole: true }
  }
  const [took, gave] = [nameIn(before, 'role'), nameIn(after, 'role')]
  if (action === 'member.role' && (took === null) !== (gave === null)) {
    return gave === null
      ? { key: 'member.role.took', values: { role: took ?? '' }, isWhole: true }
      : { key: 'member.role.gave', values: { role: gave }, isWhole: true }
  }
  const values: Record<string, string | number> = {
    // as it is called now, where the entry has no name
    ...(about?.name != null && { name: about.name }),
    ...valuesIn(before),
    ...valuesIn(after),
    ...(nameIn(before, 'rank') !== null && ranks),
  }
  const isPreview = (after as Values | null)?.['dryRun'] === true
  const isSayable = (key: string): key is Key =>
    Object.hasOwn(texts.english, key) &&
    (isPreview || !key.endsWith('.preview')) &&
    placesIn(texts.english[key as keyof typeof texts.english]).every((place) => place in values)
  const { status = '' } = values
  const key = [`${status}.why`, status, ...details, null]
    .map((detail) => (detail === null ? action : `${action}.${detail}`))
    .find(isSayable)
  return key === undefined
    ? { key: userId === null ? 'other' : 'otherOf', values: { action }, isWhole: false }
    : { key, values, isWhole: !partlySaid.includes(action) }
}

/** A text with more values, where the entry has them. */
const details = ['preview', 'points', 'until', 'ranks', 'status', 'name'] as const
/** The sentence does not tell all that such an entry changed. */
const partlySaid: readonly string[] = ['member.role', 'blacklist.update']

/** Names of the values that a text needs; who and whom are always there. */
const placesIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'actor' && name !== 'member')

/** The values that can be said, with times where the person is. */
function valuesIn(state: Entry['after']): Record<string, string | number> {
  const said: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(state ?? {}) as [string, unknown][]) {
    if (typeof value === 'number') said[name] = value
    else if (name === 'errorCode' && typeof value === 'string')
      said['why'] = sentenceOf(new RequestError(409, value, value))
    else if (typeof value === 'string') said[name] = name.endsWith('At') ? dateTimeText(value) : value
  }
  return said
}

interface SentenceProps {
  readonly of: Entry
  /** Of the list that has the entry (`list.names`). */
  readonly names: Names
  /** The list is of many members: each sentence names its own. */
  readonly isOfMany?: boolean
}

/** Values of a sentence that are the name of something. */
const named = ['name', 'role'] as const

const MARK = '\u0001'

/** Puts elements into the places of a text that have their names. */
export function filled(text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode {
  return text
    .split(MARK)
    .map((part, index) => <Fragment key={index}>{index % 2 === 1 ? elements[part] : part}</Fragment>)
}

export const marked = (name: string): string => MARK + name + MARK

/** What the actor is called where the text has it. */
export const actorIn = (text: string, actor: Entry['actor'], names: Names): string =>
  text.startsWith(marked('actor')) ? firstName(actor, names) : names.actor(actor)

/** "Ana gave brambleton42 150 experience.", with the change where the sentence does not tell it, and the reason. */
export function Sentence({ of, names, isOfMany = false }: SentenceProps) {
  const t = useTexts(texts)
  const may = useMay()
  const about = aboutOf(of, names)
  const { key, values, isWhole } = saidOf(of, isOfMany, about)
  const { userId, before, after, reason, action } = of
  const objectMarks = Object.fromEntries(named.flatMap((name) => (name in values ? [[name, marked(name)]] : [])))
  const all = { actor: marked('actor'), member: marked('member'), ...values, ...objectMarks }
  const text = (t as (key: Key, values: typeof all) => string)(key, all)
  const whom =
    userId === null ? (
      t('somebody')
    ) : (
      <Anchor component={Link} to={`/members/${userId}` as string} fw={600} inherit dir="auto">
        {names.account(userId)}
      </Anchor>
    )
  const isThere = about !== null && !action.endsWith('.delete') && may(about.scope)
  const object = isThere ? (
    <Anchor component={Link} to={about.page} fw={600} inherit dir="auto">
      {values['name']}
    </Anchor>
  ) : (
    <b dir="auto">{values['name']}</b>
  )
  const change = isWhole ? '' : changeOf(before, after)
  const actor = actorIn(text, of.actor, names)
  return (
    <Text size="sm" component="span">
      {filled(text, {
        actor: <b dir="auto">{actor}</b>,
        member: whom,
        name: object,
        role: <b dir="auto">{values['role']}</b>,
      })}
      {change !== '' && (
        <Text component="span" inherit c="dimmed">
          {' '}
          {change}
        </Text>
      )}
      {reason !== null && <Reason of={reason} />}
    </Text>
  )
}
