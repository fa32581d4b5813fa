// The filters of the queue in the address.
import type { Schema } from './api'
import { stateTexts } from './operation'

type Status = Schema<'PlatformOperationStatus'>

export interface QueueSearch {
  readonly status?: string
  readonly userId?: string
  /** The list is not read again and again. */
  readonly paused?: true
}

export const isStatus = (text: string): text is Status => Object.hasOwn(stateTexts.english, text)
export const isUserId = (text: string): boolean => /^\d{1,16}$/.test(text)

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The filters of an address. One that the screen does not understand stays, so that the screen can say so. */
export function queueSearchOf({ status, userId, paused }: Partial<Record<keyof QueueSearch, unknown>>): QueueSearch {
  return {
    ...(textOf(status) !== '' && { status: textOf(status) }),
    // the router reads digits as a number
    ...(textOf(userId) !== '' && { userId: textOf(userId) }),
    ...(paused === true && { paused }),
  }
}
