// Who asked for which change of whom, as a sentence with links.
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { memberText, type Operation } from './operation'
import type { Names } from './patterns/names'
import { actorIn, filled, marked } from './patterns/sentence'
import { catalogue, useTexts, type Catalogue } from './patterns/texts'

/** `{actor}` asked for it; `{member}` is whom it changes. */
const texts = catalogue('operation-sentence', {
  'rank.set': '{actor} asked to set the rank of {member} to {target}.',
  'rank.promote': '{actor} asked to promote {member} to {target}.',
  'rank.promote.step': '{actor} asked to promote {member} by one rank.',
  'rank.demote': '{actor} asked to demote {member} to {target}.',
  'rank.demote.step': '{actor} asked to demote {member} by one rank.',
  'rank.auto': 'AutoRank sets the rank of {member} to {target}, after a change by {actor}.',
  'rank.auto.step': 'AutoRank looks for the rank of {member}, after a change by {actor}.',
  'rank.suspend': '{actor} suspended {member}, with the rank {target} meanwhile.',
  'rank.suspend.step': '{actor} suspended {member}.',
  'rank.restore': '{actor} ended the suspension of {member}, with the rank {target} again.',
  'rank.restore.step': '{actor} ended the suspension of {member}.',
  'role.assign': '{actor} asked to give {member} the role {target}.',
  'role.unassign': '{actor} asked to take the role {target} from {member}.',
  'join.accept': '{actor} accepted the request of {member} to join.',
  'join.decline': '{actor} declined the request of {member} to join.',
  // a newer server may have more kinds
  other: '{actor} asked for a change of {member}: {kind}.',
  behalf: '{actor}, for {account},',
  erased: 'an erased account',
}) satisfies Catalogue<Readonly<Record<Operation['kind'], string>>>

const toMember = (userId: string, name: string): ReactNode => (
  <Anchor component={Link} to={`/members/${userId}` as string} fw={600} inherit dir="auto">
    {name}
  </Anchor>
)

export function OperationSentence({ of, names }: { readonly of: Operation; readonly names: Names }) {
  const t = useTexts(texts)
  const { kind, target, userId, username, actor, onBehalfOf } = of
  const name = target === null ? null : (target.name ?? names.rank(target.uniqueId))
  const step = `${kind}.step`
  const key =
    name === null && Object.hasOwn(texts.english, step) ? step : Object.hasOwn(texts.english, kind) ? kind : 'other'
  const text = (t as (key: string, values: Readonly<Record<string, string>>) => string)(key, {
    actor: marked('actor'),
    member: marked('member'),
    target: marked('target'),
    kind,
  })
  const who = <b dir="auto">{actorIn(text, actor, names)}</b>
  const behalf =
    onBehalfOf === '0' ? t('erased') : onBehalfOf === null ? null : toMember(onBehalfOf, names.account(onBehalfOf))
  return (
    <Text size="sm" component="div">
      {filled(text, {
        actor:
          behalf === null
            ? who
            : filled(t('behalf', { actor: marked('actor'), account: marked('account') }), {
                actor: who,
                account: behalf,
              }),
        member: userId === null ? memberText(of) : toMember(userId, username ?? names.account(userId)),
        target: <b dir="auto">{name}</b>,
      })}
    </Text>
  )
}
