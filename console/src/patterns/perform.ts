// Sends acts: each once, also when its answer was lost.
import { errorEffect } from '../../../generated/errors'
import { RequestError } from '../api'
import { declarationOf, send, sendAgain, type ActName, type AnswerOf, type RequestOf } from './acts'
import { clearDrafts } from './drafts'
import { forget, isExpired, keep, keptAct, markLost, type KeptAct } from './kept-acts'
import { catalogue, textsOf } from './texts'
import { tellOnce } from './told-once'

/** The acts that are under way; changed before anything is awaited, so two presses at once send one request. */
const underWay = new Set<string>()
const listeners = new Set<() => void>()
const tell = (): void => listeners.forEach((listen) => listen())
export const subscribeToActs = (listen: () => void): (() => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Whether the request may have been carried out although it failed. */
const isUnknown = (error: unknown): boolean =>
  !(error instanceof RequestError) ||
  error.status === 0 ||
  (Object.hasOwn(errorEffect, error.code)
    ? errorEffect[error.code as keyof typeof errorEffect] === 'possible'
    : error.status >= 500)

/** Whether the refusal is of the act itself: others come before the server looks whether it has done it. */
const isOfAct = (error: unknown): boolean => error instanceof RequestError && [400, 404, 409].includes(error.status)

const texts = catalogue('perform', {
  expired: 'Not sent: no answer came to this a day ago, and trying again can no longer find out whether it was done.',
})

type Outcome<Name extends ActName> =
  | { readonly is: 'done'; readonly answer: AnswerOf<Name> }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'busy' }

/**
 * Sends an act, or sends it again if an earlier attempt has no answer. With other values than those of the earlier attempt one of the
 * two is done, and not both.
 */
export async function perform<Name extends ActName>(
  act: Pick<KeptAct<Name>, 'name' | 'title' | 'drafts' | 'isHeld'> & {
    readonly key: string
    readonly request: RequestOf<Name>
  },
): Promise<Outcome<Name>> {
  const { key } = act
  if (underWay.has(key)) return { is: 'busy' }
  const earlier = keptAct(key)
  if (earlier !== null && isExpired(earlier)) return { is: 'failed', error: new Error(textsOf(texts)('expired')) }
  underWay.add(key)
  const isAgain = earlier !== null
  const { name, request, drafts, ...kept } = keep<Name>(key, act)
  tell()
  try {
    const sent = { ...kept, name, request: request ?? act.request }
    const answer = await (isAgain ? sendAgain(sent) : send(sent))
    const told = declarationOf(name).once?.(answer)
    if (told !== undefined) tellOnce(told)
    forget(key)
    if (drafts !== undefined) clearDrafts(drafts)
    return { is: 'done', answer }
  } catch (error) {
    if (isUnknown(error) || (isAgain && !isOfAct(error))) markLost(key)
    else forget(key)
    return { is: 'failed', error }
  } finally {
    underWay.delete(key)
    tell()
  }
}

export const keyOf = (name: ActName, on: string): string => `${name}.${on}`

export const isUnderWay = (key: string): boolean => underWay.has(key)
