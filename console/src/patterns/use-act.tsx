// An act of a person: it has one effect, also when it is pressed twice, when its answer is lost, and when the page is loaded again.
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { declarationOf, StoredBefore, type ActName, type AnswerOf, type RequestOf } from './acts'
import type { DraftOf } from './drafts'
import { sentenceOf } from './errors'
import { hold } from './held-acts'
import { forget, isChanged, isExpired, isOnScreen, keptAct, showAct, useKeptActs, type KeptAct } from './kept-acts'
import { keepFocus } from './page'
import { isUnderWay, keyOf, perform, subscribeToActs } from './perform'
import { ChangedMeanwhile, type Guarded } from './seen'
import { catalogue, textsOf } from './texts'
import { toast } from './toast'

const texts = catalogue('act', {
  undone: 'Taken back: {title}.',
  notSent: 'Not done: {title}.',
  done: 'Done: {title}.',
})

/** Another act, which takes this one back. */
export interface Undo<Name extends ActName = ActName> {
  readonly name: Name
  readonly on: string
  readonly title: string
  readonly request: RequestOf<Name>
}

export const undoWith = <Name extends ActName>(undo: Undo<Name>): Undo => undo as unknown as Undo

/** The record that the act changes, as the screen shows it. */
type Seen<Name extends ActName> = Name extends Guarded
  ? { readonly seen: object | undefined }
  : { readonly seen?: undefined }

interface ActOptions<Name extends ActName, Values> {
  /** The operation, declared in acts.ts. */
  readonly name: Name
  /** Id of what it is done to. Of this act on this, only one is without an answer at a time. */
  readonly on: string
  /** For people, when the answer is lost, also after a reload: "Give 10 experience to Ana". */
  readonly title: (values: Values) => string
  readonly request: (values: Values) => RequestOf<Name>
  /** The sentence of the toast: what was done, with its side effects. Null: the screen tells it. */
  readonly said: (answer: AnswerOf<Name>, values: Values | null) => ReactNode
  /** What is told when it was refused after the person went on. */
  readonly refused?: (error: unknown) => string
  /** What takes it back, offered for ten seconds. */
  readonly undo?: (answer: AnswerOf<Name>) => Undo | null
  /** What was typed for it: it goes when the act is done, also on a later page. */
  readonly drafts?: DraftOf
  /** What is read again after it. */
  readonly reads?: readonly QueryKey[]
  readonly onDone?: (answer: AnswerOf<Name>) => void
  /** Milliseconds to wait before it is sent, for an act that nothing takes back: the toast offers to undo it meanwhile. */
  readonly holdMs?: number
}

/** `expired`: no answer came, and to send it again would no longer tell whether it was done. */
export type ActState = 'idle' | 'busy' | 'lost' | 'expired'

export interface Act<Values> {
  readonly state: ActState
  /** Why the last attempt failed. With the states `lost` and `expired`, it is not known whether it was done. */
  readonly error: unknown
  /** The act whose answer is not known. */
  readonly lost: KeptAct | null
  /**
   * Does nothing while the act is under way. If an earlier attempt has no answer, either that or this is done, unless it has expired.
   * True: this was done.
   */
  readonly run: (values: Values) => Promise<boolean>
  /** Sends the lost act again with the same id; one that has expired anew. */
  readonly again: () => Promise<boolean>
  /** Whether the values are others than those of the lost act. */
  readonly isChanged: (values: Values) => boolean
  /** The person does not want to know whether the lost act was done. */
  readonly forget: () => void
  /** Forgets the error. */
  readonly reset: () => void
  /** The person sees the record now, in a dialog that stays as it is while the screen reads it again. */
  readonly look: () => void
}

function tellFailure(title: string, error: unknown, refused?: (error: unknown) => string): void {
  const text = refused?.(error) ?? `${textsOf(texts)('notSent', { title })} ${sentenceOf(error)}`
  toast({ text, isWrong: true })
}

async function takeBack({ name, on, title, request }: Undo, client: QueryClient, reads: readonly QueryKey[]) {
  const outcome = await perform({ key: keyOf(name, on), name, title, request })
  if (outcome.is === 'done') toast({ text: textsOf(texts)('undone', { title }) })
  if (outcome.is === 'failed') tellFailure(title, outcome.error)
  await Promise.all(reads.map((queryKey) => client.invalidateQueries({ queryKey })))
}

export function useAct<Name extends ActName, Values = void>(
  options: ActOptions<Name, Values> & Seen<Name>,
): Act<Values> {
  const { name, on, title, request, said, refused, undo, reads = [], drafts, onDone, holdMs, seen } = options
  const client = useQueryClient()
  const key = keyOf(name, on)
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: unknown } | null>(null)
  const setError = (error: unknown) => setFailed(error === null ? null : { key, error })
  const kept = useKeptActs().find((one) => one.key === key) ?? null
  const isBusy = useSyncExternalStore(
    subscribeToActs,
    useCallback(() => isUnderWay(key), [key]),
  )
  const shown = useRef<object | undefined>(seen)
  useEffect(() => void (shown.current = seen))
  const looked = useRef<object | undefined>(undefined)
  const look = useCallback(() => void (looked.current = shown.current), [])
  const finish = async (act: Parameters<typeof perform<Name>>[0], values: Values | null): Promise<boolean> => {
    setError(null)
    const outcome = await perform<Name>(act)
    if (outcome.is === 'busy') return false
    if (outcome.is === 'failed') {
      setError(outcome.error)
      // the person is told what the record is now
      if (outcome.error instanceof ChangedMeanwhile) {
        looked.current = outcome.error.now
        for (const queryKey of reads) void client.invalidateQueries({ queryKey })
      }
      if (outcome.error instanceof StoredBefore) {
        looked.current = undefined
        for (const queryKey of reads) void client.invalidateQueries({ queryKey })
      }
      // the person went on; one that is lost is told by the shell
      if (!isOnScreen(key) && keptAct(key) === null) tellFailure(act.title, outcome.error, refused)
      return false
    }
    looked.current = undefined
    const { answer } = outcome
    const text = said(answer, values)
    const back = undo?.(answer) ?? null
    if (text !== null) toast({ text, undo: back === null ? undefined : () => void takeBack(back, client, reads) })
    onDone?.(answer)
    void Promise.all(reads.map((queryKey) => client.invalidateQueries({ queryKey }))).then(keepFocus)
    return true
  }
  useEffect(() => showAct(key), [key])
  const lost = kept?.isLost && !isBusy ? kept : null
  // as the person was told: one that expires later is not sent
  const hasExpired = lost !== null && isExpired(lost)
  return {
    state: isBusy ? 'busy' : lost === null ? 'idle' : hasExpired ? 'expired' : 'lost',
    error: failed?.key === key ? failed.error : null,
    lost,
    run: async (values) => {
      if (hasExpired) forget(key)
      const at = looked.current ?? seen
      const act = { key, name, title: title(values), drafts, request: { ...(at && { seen: at }), ...request(values) } }
      if (holdMs === undefined || keptAct(key) !== null) return finish(act, values)
      return hold({ ...act, on, ms: holdMs, send: () => finish({ ...act, isHeld: true }, values) })
    },
    again: () => {
      const again = keptAct<Name>(key)
      if (again?.request == null) return Promise.resolve(false)
      if (hasExpired) forget(key)
      return finish({ key, name, title: again.title, request: again.request }, null)
    },
    isChanged: (values) => lost !== null && isChanged(lost, request(values)),
    forget: () => {
      setError(null)
      forget(key)
    },
    reset: () => setError(null),
    look,
  }
}

/** Sends a lost act of an earlier page again. @param isAnew with another id. @returns the error; null: it was done */
export async function performLost(act: KeptAct, client: QueryClient, isAnew: boolean): Promise<unknown> {
  const { key, name, title, request } = act
  if (request === null) return null
  if (isAnew) forget(key)
  const outcome = await perform({ key, name, title, request })
  // the shell shows what it told
  if (outcome.is === 'done' && declarationOf(name).once === undefined)
    toast({ text: textsOf(texts)('done', { title }) })
  // what is refused is forgotten, and with it the place that told it
  if (outcome.is === 'failed' && keptAct(key) === null) tellFailure(title, outcome.error)
  await client.invalidateQueries()
  return outcome.is === 'failed' ? outcome.error : null
}
