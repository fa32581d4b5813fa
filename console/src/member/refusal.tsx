// Instead of the dialog of an act that is not possible now: why, and what to do.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { catalogue, useTexts } from '../patterns/texts'

const texts = catalogue('refusal', { close: 'Close', title: '{title}: {name}' })

interface RefusalProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly name: string
  readonly why: string
}

export function Refusal({ opened, onClose, title, name, why }: RefusalProps) {
  const t = useTexts(texts)
  return (
    <Modal opened={opened} onClose={onClose} title={t('title', { title, name })}>
      <Stack gap="sm">
        <Alert color="yellow" role="alert">
          {why}
        </Alert>
        <Group justify="end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
