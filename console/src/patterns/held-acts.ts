// Acts that nothing takes back: they wait some seconds before they are sent, and may be undone meanwhile.
import { useSyncExternalStore } from 'react'
import { isUnderWay } from './perform'
import { hideToast, toast } from './toast'

export interface HeldAct {
  /** The act and what it is done to. */
  readonly key: string
  /** Id of what it is done to. */
  readonly on: string
  readonly title: string
  /** When it is sent, in milliseconds since 1970. */
  readonly endsAt: number
  readonly undo: () => void
  readonly sendNow: () => Promise<boolean>
}

let shown: readonly HeldAct[] = []
const listeners = new Set<() => void>()

function show(acts: readonly HeldAct[]): void {
  shown = acts
  for (const listen of listeners) listen()
}

interface Held {
  readonly key: string
  readonly on: string
  readonly title: string
  readonly ms: number
  readonly send: () => Promise<boolean>
}

/** Waits, while a toast offers to undo. @returns whether it was done; false at once for a second press */
export function hold({ key, on, title, ms, send }: Held): Promise<boolean> {
  if (shown.some((one) => one.key === key) || isUnderWay(key)) return Promise.resolve(false)
  return new Promise((resolve) => {
    const end = (isSent: boolean): Promise<boolean> => {
      clearTimeout(timer)
      hideToast(id)
      // before it leaves the list: it is always either held or under way
      const sent = isSent ? send() : Promise.resolve(false)
      show(shown.filter((one) => one.key !== key))
      resolve(sent)
      return sent
    }
    const undo = (): void => void end(false)
    const timer = setTimeout(() => void end(true), ms)
    const id = toast({ text: title, stays: false, undo })
    show([...shown, { key, on, title, endsAt: Date.now() + ms, undo, sendNow: () => end(true) }])
  })
}

/** Whoever leaves has decided. @returns when all are answered */
export const sendHeld = async (): Promise<void> => void (await Promise.all(shown.map((one) => one.sendNow())))

window.addEventListener('pagehide', () => void sendHeld())

/** Those that wait, the oldest first. */
export const useHeldActs = (): readonly HeldAct[] =>
  useSyncExternalStore(
    (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    () => shown,
  )
