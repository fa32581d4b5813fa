// An act on a member: all that the page shows of the member is read again after it, and after a refusal because something has changed.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RequestError, type ErrorCode, type Schema } from '../api'
import type { ActName } from '../patterns/acts'
import { useAct, type Act } from '../patterns/use-act'

export type Member = Pick<Schema<'Member'>, 'userId' | 'username' | 'rank'>

export const nameOf = ({ username, userId }: Pick<Member, 'username' | 'userId'>): string => username ?? userId

/** All queries of the page of a member begin with it. */
export const keyOfMember = (userId: string) => ['member', userId] as const

type All<Name extends ActName, Values> = Parameters<typeof useAct<Name, Values>>[0]
type Options<Name extends ActName, Values> = Omit<All<Name, Values>, 'reads'>

/** @param sentences instead of those of the codes, where the page knows more */
export function useMemberAct<Name extends ActName, Values = void>(
  userId: string,
  options: Options<Name, Values>,
  sentences: Partial<Record<ErrorCode, string>> = {},
): Act<Values> {
  const client = useQueryClient()
  const act = useAct<Name, Values>({ ...options, reads: [keyOfMember(userId)] } as All<Name, Values>)
  const { error } = act
  useEffect(() => {
    if (!(error instanceof RequestError) || error.status !== 409) return
    void client.invalidateQueries({ queryKey: keyOfMember(userId) })
  }, [client, error, userId])
  const sentence = error instanceof RequestError ? sentences[error.code as ErrorCode] : undefined
  return sentence === undefined ? act : { ...act, error: new Error(sentence) }
}
