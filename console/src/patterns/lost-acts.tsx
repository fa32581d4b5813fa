// The acts without an answer that no screen tells of: asked for again with the same id.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SendButton } from './error-note'
import { sentenceOf } from './errors'
import { forget, isExpired, isUntold, useKeptActs, type KeptAct } from './kept-acts'
import { LookFor } from './look-for'
import { catalogue, useTexts } from './texts'
import { performLost } from './use-act'

const texts = catalogue('lost-acts', {
  lost: 'No answer came to this, so it is not known whether it was done: {title}. Trying again does it once, not twice.',
  again: 'Try again',
  anew: 'Do it anew',
  forget: 'Leave it',
})

export function LostActs() {
  const acts = useKeptActs().filter((act) => act.isLost && act.request !== null && isUntold(act))
  return acts.map((act) => <LostAct key={act.id} act={act} />)
}

interface LostProps {
  readonly act: KeptAct
  /** On its own screen: sends it again, and why the last attempt failed. */
  readonly own?: { readonly again: () => Promise<unknown>; readonly error: unknown }
}

export function LostAct({ act, own }: LostProps) {
  const t = useTexts(texts)
  const client = useQueryClient()
  const [failed, setFailed] = useState<unknown>(null)
  const error = own === undefined ? failed : own.error
  const [isBusy, setBusy] = useState(false)
  const hasExpired = isExpired(act)
  const ways = (
    <>
      {error !== null && <Text size="sm">{sentenceOf(error)}</Text>}
      <Group gap="xs" mt="xs">
        <SendButton
          size="xs"
          after={error}
          variant={hasExpired ? 'default' : undefined}
          loading={isBusy}
          onClick={async () => {
            setBusy(true)
            setFailed(await (own?.again() ?? performLost(act, client, hasExpired)))
            setBusy(false)
          }}
        >
          {t(hasExpired ? 'anew' : 'again')}
        </SendButton>
        <Button size="xs" variant="default" onClick={() => forget(act.key)}>
          {t('forget')}
        </Button>
      </Group>
    </>
  )
  if (hasExpired) return <LookFor act={act}>{ways}</LookFor>
  return (
    <Alert color="yellow" role="alert">
      <Text size="sm">{t('lost', { title: act.title })}</Text>
      {ways}
    </Alert>
  )
}
