// An act without an answer whose id the server has forgotten: the person looks whether it was done.
import { Alert, Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../session'
import type { KeptAct } from './kept-acts'
import { ownerOf } from './owner'
import { catalogue, useTexts } from './texts'
import { dateTimeText } from './time'

const texts = catalogue('look-for', {
  expired:
    'No answer came to this on {time}: {title}. Trying again can no longer find out whether it was done, and could do it twice. Look first; then leave it, or do it anew.',
  look: 'What you did, in the audit log',
})

interface LookForProps {
  readonly act: KeptAct
  /** What the person may do then. */
  readonly children?: ReactNode
}

export function LookFor({ act: { title, since }, children }: LookForProps) {
  const t = useTexts(texts)
  const may = useMay()
  const person = ownerOf().split('.').at(-1) ?? ''
  return (
    <Alert color="yellow" role="alert">
      <Text size="sm">{t('expired', { title, time: dateTimeText(new Date(since).toISOString()) })}</Text>
      {may('audit.read') && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to={'/audit' as string} search={{ by: `person:${person}` } as never} {...props} />
          )}
        >
          {t('look')}
        </Anchor>
      )}
      {children}
    </Alert>
  )
}
