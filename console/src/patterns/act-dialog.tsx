// The dialog of an act: its fields, what will happen, and what became of it. ConfirmDialog is one without fields.
import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { RequestError } from '../api'
import { ErrorNote, SendButton } from './error-note'
import { sentenceOf } from './errors'
import { FieldErrors } from './field-errors'
import { LookFor } from './look-for'
import { useStaying } from './staying'
import { catalogue, useTexts } from './texts'
import type { Act } from './use-act'
import styles from './act-dialog.module.css'

const texts = catalogue('act-dialog', {
  cancel: 'Cancel',
  again: 'Try again',
  anew: 'Do it anew',
  forget: 'Leave it',
  lost: '{why} It is not known whether this was done: {title}. Trying again does it once, not twice.',
  changed:
    '{why} It is not known whether this was done: {title}. You changed the fields since: what they say now is not done on top of it.',
  secret: '{why} It is not known whether this was done: {title}. Enter it again: it is done once, not twice.',
  type: 'Type {phrase} to confirm',
  missing: 'Nothing was sent: change something, or fill in what is missing.',
})

interface DialogProps<Values> {
  readonly opened: boolean
  readonly onClose: () => void
  readonly act: Act<Values>
  /** Also the name of the button that does it. */
  readonly title: string
  /** What it is done to: "Give experience: Ana". */
  readonly subject?: string | undefined
  /** The values of the fields; null: they cannot be sent yet. */
  readonly values: () => Values | null
  readonly confirm?: string | undefined
  /** Instead of "Cancel", where the act is one that cancels. */
  readonly decline?: string | undefined
  readonly isDangerous?: boolean | undefined
  /** False: what it needs is not read yet. */
  readonly isReady?: boolean
  /** For many fields; on a phone it is as wide as the window. */
  readonly size?: 'lg'
  readonly children?: ReactNode
}

export function ActDialog<Values>(props: DialogProps<Values>) {
  const {
    opened,
    onClose,
    act,
    title,
    subject,
    values,
    confirm = title,
    decline,
    isDangerous = false,
    isReady = true,
    size = 'md',
    children,
  } = props
  const t = useTexts(texts)
  const { state, lost, error, look } = act
  useStaying(opened)
  useEffect(() => {
    if (opened) look()
  }, [opened, look])
  const isExpired = state === 'expired'
  const isLost = (state === 'lost' || isExpired) && lost !== null && lost.request !== null
  // what the person may confirm need not wait: it is asked again
  const isFinal = error instanceof RequestError && error.details['confirmWith'] === undefined
  const [isMissing, setMissing] = useState(false)
  const close = () => {
    act.reset()
    setMissing(false)
    onClose()
  }
  const submit = async () => {
    const given = values()
    setMissing(!isLost && given === null)
    const isDone = given !== null ? await act.run(given) : isLost && (await act.again())
    if (isDone) onClose()
  }
  const now = isLost ? values() : null
  const isChanged = now !== null && act.isChanged(now)
  const why = error === null ? '' : sentenceOf(error)
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={size}
      title={
        subject === undefined ? (
          title
        ) : (
          <>
            {title}: <bdi>{subject}</bdi>
          </>
        )
      }
    >
      <form
        // what was sent before is sent again without its fields
        noValidate={isLost}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="sm">
          <FieldErrors of={error}>{children}</FieldErrors>
          {isExpired && lost !== null && <LookFor act={lost} />}
          {state === 'lost' && lost !== null && (
            <Alert color="yellow" role="alert">
              {t(lost.request === null ? 'secret' : isChanged ? 'changed' : 'lost', { why, title: lost.title })}
            </Alert>
          )}
          {(state === 'idle' || state === 'busy') && <ErrorNote error={error} />}
          {isMissing && (
            <Text size="sm" c="red" role="alert">
              {t('missing')}
            </Text>
          )}
          <Group justify="end" gap="xs" className={styles.foot}>
            {isLost ? (
              <Button
                variant="default"
                onClick={() => {
                  act.forget()
                  onClose()
                }}
              >
                {t('forget')}
              </Button>
            ) : (
              <Button variant="default" onClick={close}>
                {decline ?? t('cancel')}
              </Button>
            )}
            {isChanged && !isExpired && (
              <Button variant="default" onClick={() => void act.again().then((isDone) => isDone && onClose())}>
                {t('again')}
              </Button>
            )}
            <SendButton
              type="submit"
              after={isFinal ? error : null}
              color={isDangerous ? 'red' : undefined}
              loading={state === 'busy'}
              disabled={!isReady}
            >
              {isExpired ? t('anew') : isLost && !isChanged ? t('again') : confirm}
            </SendButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

export interface ConfirmProps<Values> extends Omit<DialogProps<Values>, 'values'> {
  /** Null: it cannot be sent yet. */
  readonly values: Values | null
  /** What will happen, one sentence each. */
  readonly effects: readonly ReactNode[]
  /** Only for what cannot be undone: the person types it. */
  readonly typed?: string | undefined
}

export function ConfirmDialog<Values>({ values, effects, typed, children, ...props }: ConfirmProps<Values>) {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  return (
    <ActDialog
      {...props}
      isDangerous={props.isDangerous ?? true}
      values={() => (typed === undefined || text === typed ? values : null)}
    >
      {effects.length === 1 ? (
        <Text size="sm">{effects[0]}</Text>
      ) : (
        <List size="sm" spacing={4}>
          {effects.map((effect, index) => (
            <List.Item key={index}>{effect}</List.Item>
          ))}
        </List>
      )}
      {children}
      {typed !== undefined && (
        <TextInput
          label={t('type', { phrase: typed })}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          autoComplete="off"
          required
        />
      )}
    </ActDialog>
  )
}
