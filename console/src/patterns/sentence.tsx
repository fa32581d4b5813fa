// What was done, as a sentence for people: of an entry of the audit log, and of an operation on the platform.
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { RequestError, type Schema } from '../api'
import { changeOf } from '../entries'
import { sentenceOf } from './errors'
import type { Names } from './names'
import { catalogue, textsOf, useTexts } from './texts'
import { dateTimeText } from './time'

type Entry = Schema<'AuditEntry'>

/** `{actor}` did it; `{member}` is whom it was done to. The values are those of the entry, by their names. */
const texts = catalogue('sentence', {
  'member.experience.gave': '{actor} gave {member} {amount} experience.',
  'member.experience.took': '{actor} took {amount} experience from {member}.',
  'member.experience.set': '{actor} set the experience of {member} to {experience}.',
  'member.quotaPoints.gave': '{actor} gave {member} {amount} quota points.',
  'member.quotaPoints.took': '{actor} took {amount} quota points from {member}.',
  'member.quotaPoints.set': '{actor} set the quota points of {member} to {quotaPoints}.',
  'member.rank': '{actor} changed the rank of {member}: {from} → {to}.',
  'member.rank.auto': 'AutoRank: {from} → {to}.',
  'member.role': '{actor} changed the roles of {member}.',
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
  'operation.end.succeeded': 'The platform made the change of {member} that {actor} had asked for.',
  'operation.end.failed': 'The change of {member} that {actor} had asked for failed.',
  'operation.end.failed.why': 'The change of {member} that {actor} had asked for failed. {why}',
  'operation.end.cancelled': 'The change of {member} that {actor} had asked for was not made.',
  'operation.end.cancelled.why': 'The change of {member} that {actor} had asked for was not made. {why}',
  'person.create': '{actor} invited {name}.',
  'key.create': '{actor} created the key {name}.',
  'key.revoked': '{actor} revoked the key {name}.',
  'session.create': '{actor} signed in.',
  'session.end': '{actor} ended a session.',
  other: '{actor}: {action}.',
  otherOf: '{actor}: {action} of {member}.',
  somebody: 'somebody',
  nothing: 'none',
})

type Key = Exclude<Parameters<ReturnType<typeof textsOf<(typeof texts)['english']>>>[0], never>
type Values = Readonly<Record<string, unknown>>

const numberIn = (values: Entry['after'], name: string): number | null => {
  const value = (values as Values | null)?.[name]
  return typeof value === 'number' ? value : null
}

/** The name of a rank in the values of an entry. */
function rankIn(values: Entry['after']): string | null {
  const rank = (values as Values | null)?.['rank'] as { readonly name?: string } | null | undefined
  return rank?.name ?? null
}

interface Said {
  readonly key: Key
  readonly values: Readonly<Record<string, string | number>>
  /** Whether the sentence has all that changed. */
  readonly isWhole: boolean
}

function saidOf({ action, userId, before, after }: Entry, ofAutoRank: ReadonlySet<string> | undefined): Said {
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
  const ranks = { from: rankIn(before) ?? t('nothing'), to: rankIn(after) ?? t('nothing') }
  if (action === 'member.rank') {
    const operationId = (after as Values | null)?.['operationId']
    const isAuto = typeof operationId === 'string' && ofAutoRank?.has(operationId)
    return { key: isAuto ? 'member.rank.auto' : 'member.rank', values: ranks, isWhole: true }
  }
  const values: Record<string, string | number> = {
    ...valuesIn(before),
    ...valuesIn(after),
    ...(rankIn(before) !== null && ranks),
  }
  const isSayable = (key: string): key is Key =>
    Object.hasOwn(texts.english, key) &&
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
const details = ['points', 'until', 'ranks', 'status'] as const
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
  /** Operations of AutoRank, as far as the screen knows them: their changes are said to be its own. */
  readonly ofAutoRank?: ReadonlySet<string>
}

const MARK = '\u0001'

/** Puts elements into the places of a text that have their names. */
export function filled(text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode {
  return text
    .split(MARK)
    .map((part, index) => <Fragment key={index}>{index % 2 === 1 ? elements[part] : part}</Fragment>)
}

export const marked = (name: string): string => MARK + name + MARK

/** "Ana gave brambleton42 150 experience.", with the change where the sentence does not tell it, and the reason. */
export function Sentence({ of, names, ofAutoRank }: SentenceProps) {
  const t = useTexts(texts)
  const { key, values, isWhole } = saidOf(of, ofAutoRank)
  const { userId, before, after, reason } = of
  const all = { actor: marked('actor'), member: marked('member'), ...values }
  const text = (t as (key: Key, values: typeof all) => string)(key, all)
  const whom =
    userId === null ? (
      t('somebody')
    ) : (
      <Anchor component={Link} to={`/members/${userId}` as string} fw={600} inherit>
        {names.account(userId)}
      </Anchor>
    )
  const change = isWhole ? '' : changeOf(before, after)
  return (
    <Text size="sm" component="span">
      {filled(text, { actor: <b>{names.actor(of.actor)}</b>, member: whom })}
      {change !== '' && (
        <Text component="span" inherit c="dimmed">
          {' '}
          {change}
        </Text>
      )}
      {reason !== null && (
        <Text component="span" inherit fs="italic">
          {' '}
          “{reason}”
        </Text>
      )}
    </Text>
  )
}
