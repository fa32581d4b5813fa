// The acts without an answer that no screen tells of: asked for again with the same id.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from './errors'
import { forget, isUntold, useKeptActs, type KeptAct } from './kept-acts'
import { catalogue, useTexts } from './texts'
import { performLost } from './use-act'

const texts = catalogue('lost-acts', {
  lost: 'No answer came to this, so it is not known whether it was done: {title}. Trying again does it once, not twice.',
  again: 'Try again',
  forget: 'Leave it',
})

export function LostActs() {
  const acts = useKeptActs().filter((act) => act.isLost && act.request !== null && isUntold(act))
  return acts.map((act) => <Lost key={act.id} act={act} />)
}

function Lost({ act }: { readonly act: KeptAct }) {
  const t = useTexts(texts)
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  return (
    <Alert color="yellow" role="alert">
      <Text size="sm">{t('lost', { title: act.title })}</Text>
      {error !== null && <Text size="sm">{sentenceOf(error)}</Text>}
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          loading={isBusy}
          onClick={async () => {
            setBusy(true)
            setError(await performLost(act, client))
            setBusy(false)
          }}
        >
          {t('again')}
        </Button>
        <Button size="xs" variant="default" onClick={() => forget(act.key)}>
          {t('forget')}
        </Button>
      </Group>
    </Alert>
  )
}
