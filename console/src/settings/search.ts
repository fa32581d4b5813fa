// What the lists of the settings keep in the address, which is not trusted: what is none of the list is left out.

type Search = Readonly<Record<string, unknown>>

/** A part of the name. The router reads a number as one. */
export const findSearchOf = ({ find }: Search): { readonly find?: string } =>
  (typeof find === 'string' || typeof find === 'number') && find !== '' ? { find: String(find) } : {}

/** @param others what is shown beside what is shown first */
export function showIn<Other extends string>({ show }: Search, others: readonly Other[]): { readonly show?: Other } {
  const shown = others.find((one) => one === show)
  return shown === undefined ? {} : { show: shown }
}

/** Without what an address does not say: no text, and what is shown first. */
export const searchWith = <Show extends string, First extends Show>(
  { find, show }: { readonly find: string; readonly show: Show },
  first: First,
): { readonly find?: string; readonly show?: Exclude<Show, First> } => ({
  ...(find !== '' && { find }),
  ...(show !== first && { show: show as Exclude<Show, First> }),
})
