// What can be done with an operation on the platform: cancel what waits, try again what has not been made.
import { Button } from '@mantine/core'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { RequestError } from './api'
import { changeText, isOfSuspension, memberText, scopeOf, type Operation } from './operation'
import { ConfirmDialog } from './patterns/act-dialog'
import { catalogue, useTexts } from './patterns/texts'
import { useAct } from './patterns/use-act'
import { useMay } from './session'

const texts = catalogue('operation-acts', {
  subject: '{member}, {change}',
  cancel: 'Cancel',
  cancelTitle: 'Cancel the change',
  keep: 'Keep it',
  cancelEffect: 'Nothing was sent to the platform yet, and nothing is changed.',
  cancelAgain: 'You can try it again later.',
  cancelSuspension: 'It cannot be tried again here. Look at the suspension on the page of the member.',
  cancelDone: 'The change was cancelled.',
  wasCancelled: 'It was cancelled already, by somebody else or because its time was over. Nothing was changed.',
  wasDone: 'It was made before it could be cancelled. Set the former rank if you want it back.',
  wasFailed: 'It has failed already, so there is nothing to cancel.',
  wasSent: 'It was sent already. Look at what came of it, then set the rank that you want.',
  retry: 'Try again',
  retryTitle: 'Try the change again',
  retryEffect:
    'It is queued as a new change of yours, for the same rank. What is not sent within five minutes is cancelled.',
  retryStep:
    'It is queued as a new change of yours, and begins from the rank that the member has now. What is not sent within five minutes is cancelled.',
  retryAuto: 'AutoRank looks at the experience anew. What is not sent within five minutes is cancelled.',
  retryRole:
    'It is queued as a new change of yours, for the same role. What is not sent within five minutes is cancelled.',
  retryJoin: 'The same decision is queued again, as yours. What is not sent within five minutes is cancelled.',
  retryDone: 'The change is queued again.',
  wasRetried: 'It was tried again already. Look at the newer change in the queue.',
})

type ActOnOperation = 'cancel' | 'retry'

interface AskedAct {
  readonly operation: Operation
  readonly act: ActOnOperation
}

/** What a person is asked about. It stays while it is asked, whatever becomes of the list. */
interface Asked {
  readonly of: AskedAct | null
  readonly isOpen: boolean
  readonly close: () => void
}

export function useAsked(): [Asked, (act: AskedAct) => void] {
  const [of, setOf] = useState<AskedAct | null>(null)
  const [isOpen, setOpen] = useState(false)
  const ask = (act: AskedAct) => {
    setOf(act)
    setOpen(true)
  }
  return [{ of, isOpen, close: () => setOpen(false) }, ask]
}

/** Those that this page knows to be retried: the server retries each once. */
const retried = new Set<string>()

const actOn = ({ id, kind, status }: Operation): ActOnOperation | null => {
  if (status === 'queued') return 'cancel'
  const isUndone = status === 'failed' || status === 'cancelled'
  return isUndone && !isOfSuspension(kind) && !retried.has(id) ? 'retry' : null
}

function useSubject(operation: Operation): string {
  const t = useTexts(texts)
  return t('subject', { member: memberText(operation), change: changeText(operation) })
}

export function OperationAct({
  operation,
  onAsk,
}: {
  readonly operation: Operation
  readonly onAsk: (act: AskedAct) => void
}) {
  const t = useTexts(texts)
  const may = useMay()
  const subject = useSubject(operation)
  const act = actOn(operation)
  if (act === null || !may(scopeOf(operation.kind))) return null
  return (
    <Button size="xs" variant="default" aria-label={`${t(act)}: ${subject}`} onClick={() => onAsk({ operation, act })}>
      {t(act)}
    </Button>
  )
}

interface DialogProps {
  readonly asked: Asked
  /** What is read again after it, and after a refusal because something has changed. */
  readonly reads: readonly QueryKey[]
  readonly onCancelled?: (operationId: string) => void
}

export function OperationDialog({ asked, ...props }: DialogProps) {
  const { of, isOpen, close } = asked
  if (of === null) return null
  const Dialog = of.act === 'cancel' ? CancelDialog : RetryDialog
  return <Dialog key={of.operation.id} operation={of.operation} opened={isOpen} onClose={close} {...props} />
}

interface OneProps extends Omit<DialogProps, 'asked'> {
  readonly operation: Operation
  readonly opened: boolean
  readonly onClose: () => void
}

/** Reads again when the server says that something has changed. @returns what it said of that */
function useConflict(error: unknown, reads: readonly QueryKey[]): Readonly<Record<string, unknown>> | null {
  const client = useQueryClient()
  const conflict = error instanceof RequestError && error.status === 409 ? error : null
  const told = useRef<RequestError | null>(null)
  useEffect(() => {
    if (conflict === null || conflict === told.current) return
    told.current = conflict
    for (const queryKey of reads) void client.invalidateQueries({ queryKey })
  }, [client, conflict, reads])
  return conflict?.details ?? null
}

const late = {
  cancelled: 'wasCancelled',
  succeeded: 'wasDone',
  failed: 'wasFailed',
  dispatching: 'wasSent',
  outcome_pending: 'wasSent',
} as const

function CancelDialog({ operation, opened, onClose, reads, onCancelled }: OneProps) {
  const t = useTexts(texts)
  const { id, kind } = operation
  const subject = useSubject(operation)
  const act = useAct({
    name: 'cancelPlatformOperation',
    on: id,
    title: () => `${t('cancelTitle')}: ${subject}`,
    request: () => ({ path: { operationId: id } }),
    said: () => t('cancelDone'),
    reads,
    onDone: () => {
      onCancelled?.(id)
    },
  })
  const status = useConflict(act.error, reads)?.['status']
  const why = typeof status === 'string' && Object.hasOwn(late, status) ? t(late[status as keyof typeof late]) : null
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      act={why === null ? act : { ...act, error: new Error(why) }}
      title={t('cancelTitle')}
      decline={t('keep')}
      subject={subject}
      values={undefined}
      effects={[t('cancelEffect'), t(isOfSuspension(kind) ? 'cancelSuspension' : 'cancelAgain')]}
    />
  )
}

function retryEffect({ kind, target }: Operation) {
  if (kind === 'rank.auto') return 'retryAuto'
  if (kind.startsWith('role.')) return 'retryRole'
  if (kind.startsWith('join.')) return 'retryJoin'
  return target === null ? 'retryStep' : 'retryEffect'
}

function RetryDialog({ operation, opened, onClose, reads }: OneProps) {
  const t = useTexts(texts)
  const { id } = operation
  const subject = useSubject(operation)
  const act = useAct({
    name: 'retryPlatformOperation',
    on: id,
    title: () => `${t('retryTitle')}: ${subject}`,
    request: () => ({ path: { operationId: id } }),
    said: () => t('retryDone'),
    reads,
    onDone: () => {
      retried.add(id)
    },
  })
  const isRetried = useConflict(act.error, reads)?.['retriedAs'] !== undefined
  if (isRetried) retried.add(id)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      act={isRetried ? { ...act, error: new Error(t('wasRetried')) } : act}
      title={t('retryTitle')}
      subject={subject}
      values={undefined}
      isDangerous={false}
      effects={[t(retryEffect(operation))]}
    />
  )
}
