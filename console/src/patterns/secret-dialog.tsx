// What the server tells only once: a key, or the link of an invitation. It stays until the person says that it is saved.
import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { catalogue, useTexts } from './texts'

const texts = catalogue('secret-dialog', {
  copy: 'Copy',
  copied: 'Copied',
  cannotCopy: 'The browser does not allow copying. Select the text and copy it.',
  saved: 'I saved it',
  close: 'Close',
})

interface SecretProps {
  readonly title: string
  /** For what it is, and how to keep it. */
  readonly about: ReactNode
  /** Null: its answer was lost, and it cannot be shown any more. */
  readonly secret: string | null
  /** Name of the secret, for screen readers. */
  readonly label: string
  /** For a lost secret: why, and what to do. */
  readonly lost: ReactNode
  /** For a lost secret: buttons that do it. */
  readonly lostActs?: ReactNode
  readonly onClose: () => void
}

/** Neither Escape nor a click beside it closes it while it shows a secret. */
export function SecretDialog({ title, about, secret, label, lost, lostActs, onClose }: SecretProps) {
  const t = useTexts(texts)
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const isShown = secret !== null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret ?? '')
      setCopied('yes')
    } catch {
      setCopied('failed')
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={!isShown}
      closeOnEscape={!isShown}
      closeOnClickOutside={!isShown}
    >
      <Stack gap="sm">
        {isShown ? (
          <>
            <Text size="sm">{about}</Text>
            <Code
              block
              aria-label={label}
              role="group"
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', userSelect: 'all' }}
            >
              {secret}
            </Code>
            <Text size="sm" c={copied === 'failed' ? 'red' : 'dimmed'} role="status">
              {copied === 'failed' ? t('cannotCopy') : copied === 'yes' ? t('copied') : ''}
            </Text>
            <Group justify="end" gap="xs">
              <Button variant="default" data-autofocus onClick={() => void copy()}>
                {t('copy')}
              </Button>
              <Button onClick={onClose}>{t('saved')}</Button>
            </Group>
          </>
        ) : (
          <>
            <Alert color="yellow" role="alert">
              {lost}
            </Alert>
            <Group justify="end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('close')}
              </Button>
              {lostActs}
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  )
}
