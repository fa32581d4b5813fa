// An entry of the audit log: a sentence. What only some people need is behind a button: exact values, and ids.
import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import type { Schema } from '../api'
import { changesOf } from '../patterns/changes'
import type { Names } from '../patterns/names'
import { Facts } from '../patterns/rows'
import { filled, marked, Sentence } from '../patterns/sentence'
import { catalogue, useTexts } from '../patterns/texts'
import { Time, timeText } from '../patterns/time'
import { useMay } from '../session'
import { canTakeBack, TakeBackEntry } from './take-back'
import styles from './audit.module.css'

const texts = catalogue('audit-entry', {
  details: 'Details',
  hide: 'Hide',
  onBehalf: 'For {member}.',
  erased: 'For an account that was erased.',
  withheld: 'Your role may not read the values.',
  when: 'When',
  action: 'Action',
  entry: 'Entry',
  author: 'Author',
  member: 'Member',
  request: 'Request',
  change: '{from} → {to}',
  nothing: 'nothing',
  open: 'Open',
})

const ERASED = '0'

interface EntryProps {
  readonly entry: Schema<'AuditEntry'>
  readonly names: Names
}

export function EntryRow({ entry, names }: EntryProps) {
  const t = useTexts(texts)
  const may = useMay()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { at, onBehalfOf, requiredScope, action } = entry
  return (
    <li>
      <time dateTime={at}>{timeText(at)}</time>
      <div className={styles.text}>
        <Sentence of={entry} names={names} isOfMany />{' '}
        {onBehalfOf !== null && (
          <Text size="sm" component="span">
            {onBehalfOf === ERASED
              ? t('erased')
              : filled(t('onBehalf', { member: marked('member') }), {
                  member: (
                    <Anchor component={Link} to={`/members/${onBehalfOf}` as string} inherit fw={600}>
                      {names.account(onBehalfOf)}
                    </Anchor>
                  ),
                })}
          </Text>
        )}
        {requiredScope !== undefined && (
          <Text size="sm" component="span" c="dimmed">
            {t('withheld')}
          </Text>
        )}
      </div>
      <div className={styles.acts}>
        {may('reversals.write') && canTakeBack(entry) && <TakeBackEntry entry={entry} names={names} />}
        {action === 'reversal.create' && <OpenReversal of={entry} />}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'hide' : 'details')}
        </Button>
      </div>
      <div id={id} className={styles.details} hidden={!isOpen}>
        {isOpen && <Details entry={entry} />}
      </div>
    </li>
  )
}

export const reversalIn = ({ after }: Pick<Schema<'AuditEntry'>, 'after'>): string | null => {
  const id = (after as Readonly<Record<string, unknown>> | null)?.['reversalId']
  return typeof id === 'string' ? id : null
}

function OpenReversal({ of }: { readonly of: Schema<'AuditEntry'> }) {
  const t = useTexts(texts)
  const reversalId = reversalIn(of)
  return reversalId === null ? null : (
    <Button component={Link} to={`/audit/reversals/${reversalId}` as string} size="compact-sm" variant="default">
      {t('open')}
    </Button>
  )
}

function Details({ entry }: { readonly entry: Schema<'AuditEntry'> }) {
  const t = useTexts(texts)
  const { at, action, actor, userId, before, after, auditId, requestId } = entry
  const rows: (readonly [string, ReactNode])[] = [
    ...changesOf(before, after).map(
      ({ name, from, to }) =>
        [
          name,
          before === null || from === to ? to : t('change', { from: from || t('nothing'), to: to || t('nothing') }),
        ] as const,
    ),
    [t('when'), <Time key="at" at={at} />],
    [t('action'), action],
    [t('author'), `${actor.kind} ${actor.id}`],
    ...(userId === null ? [] : [[t('member'), userId] as const]),
    [t('entry'), auditId],
    ...(requestId === null ? [] : [[t('request'), requestId] as const]),
  ]
  return <Facts of={rows} />
}
