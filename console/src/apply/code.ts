// The code in a link to the page, held in memory because it must not stay in the address.
import { useSyncExternalStore } from 'react'

let held: string | undefined
const listeners = new Set<() => void>()

function hold(code: string | undefined): void {
  held = code
  for (const listen of listeners) listen()
}

/** A new link is a new sign-in. @returns whether there was a code */
export function holdCode(hash: string): boolean {
  const code = new URLSearchParams(hash.slice(1)).get('code')
  if (!code) return false
  hold(code)
  return true
}

export const useHeldCode = (): string | undefined =>
  useSyncExternalStore(
    (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    () => held,
  )

export const forgetCode = (): void => hold(undefined)

export interface ApplySearch {
  readonly community?: string
  readonly form?: string
}

export const applySearchOf = ({ community, form }: Record<string, unknown>): ApplySearch => ({
  ...(typeof community === 'string' && /^cmt_[a-z2-7]{20}$/.test(community) ? { community } : {}),
  ...(typeof form === 'string' && /^app_[a-z2-7]{20}$/.test(form) ? { form } : {}),
})
