// The code in a link to the page, held in memory because it must not stay in the address.
let held: string | undefined

/** @returns whether there was a code */
export function holdCode(hash: string): boolean {
  const code = new URLSearchParams(hash.slice(1)).get('code')
  if (!code) return false
  held = code
  return true
}

export const heldCode = (): string | undefined => held

export function forgetCode(): void {
  held = undefined
}

export interface ApplySearch {
  readonly community?: string
  readonly form?: string
}

export const applySearchOf = ({ community, form }: Record<string, unknown>): ApplySearch => ({
  ...(typeof community === 'string' && /^cmt_[a-z2-7]{20}$/.test(community) ? { community } : {}),
  ...(typeof form === 'string' && /^app_[a-z2-7]{20}$/.test(form) ? { form } : {}),
})
