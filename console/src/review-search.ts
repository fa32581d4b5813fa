// The filter of the queue, and the response that is open, in the address.

export interface ReviewSearch {
  /** Only responses to this form. */
  readonly form?: string
  /** The form of the response that is open. */
  readonly of?: string
}

const isForm = (value: unknown): value is string => typeof value === 'string' && /^app_[a-z2-7]{20}$/.test(value)

/** What is none of the screen is left out. */
export const reviewSearchOf = ({ form, of }: Partial<Record<keyof ReviewSearch, unknown>>): ReviewSearch => ({
  ...(isForm(form) ? { form } : {}),
  ...(isForm(of) ? { of } : {}),
})
