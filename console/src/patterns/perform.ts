// Sends acts: each once, also when its answer was lost.
import { errorEffect } from '../../../generated/errors'
import { RequestError } from '../api'
import { declarationOf, send, sendAgain, type ActName, type AnswerOf, type RequestOf } from './acts'
import { clearDrafts } from './drafts'
import { forget, keep, keptAct, markLost, type KeptAct } from './kept-acts'
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

type Outcome<Name extends ActName> =
  | { readonly is: 'done'; readonly answer: AnswerOf<Name> }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'busy' }

/** Sends an act, or sends it again if an earlier attempt has no answer. */
export async function perform<Name extends ActName>(
  act: Pick<KeptAct<Name>, 'name' | 'title' | 'drafts' | 'isHeld'> & {
    readonly key: string
    readonly request: RequestOf<Name>
  },
): Promise<Outcome<Name>> {
  const { key } = act
  if (underWay.has(key)) return { is: 'busy' }
  underWay.add(key)
  const isAgain = keptAct(key) !== null
  const { id, since, name, request, drafts } = keep<Name>(key, act)
  tell()
  try {
    const sent = { name, id, request: request ?? act.request }
    const answer = await (isAgain ? sendAgain(sent, since) : send(sent))
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
