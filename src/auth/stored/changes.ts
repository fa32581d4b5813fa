// What a change of something that gives later must be allowed to give (contract: x-gives, x-gives-stored). Pure.
import { isDeepStrictEqual } from 'node:util'
import { stores } from '../../../generated/operations'
import { isGivenAt, type Effect } from '../effects'
import type { Gift } from './rules'

export type StoringId = keyof typeof stores

interface Marks {
  readonly gives: readonly { readonly effect: Effect; readonly at: readonly string[] }[]
  /** `to`: only these values widen who gets it; null: every change does. */
  readonly decides: readonly { readonly at: readonly string[]; readonly to: readonly unknown[] | null }[]
}

/**
 * The gifts that the author of a change must be allowed to give: all that is stored afterwards, if one of them is new or the
 * change widens who gets them.
 * @param before in the shape of the body; null: it is new
 */
export function giftsToAuthorize(operationId: StoringId, before: object | null, after: object): readonly Gift[] {
  const marks: Marks = stores[operationId]
  const gifts = giftsIn(marks, after)
  if (before === null) return gifts
  const known = giftsIn(marks, before)
  const isNew = gifts.some((gift) => count(gifts, gift) > count(known, gift))
  return isNew || widens(marks, before, after) ? gifts : []
}

/** A gift in an item of a list has the values of the item that decide who gets it. */
interface StoredGift extends Gift {
  readonly decided: readonly unknown[]
}

const count = (gifts: readonly StoredGift[], gift: StoredGift): number =>
  gifts.filter((one) => isDeepStrictEqual(one, gift)).length

function giftsIn({ gives, decides }: Marks, stored: object): StoredGift[] {
  return gives.flatMap(({ effect, at }) => {
    const list = listOf(at)
    const beside = list.length === 0 ? [] : decides.filter((one) => isDeepStrictEqual(listOf(one.at), list))
    return valuesAt(stored, list).flatMap((item) => {
      const decided = beside.flatMap((one) => valuesAt(item, one.at.slice(list.length)))
      return valuesAt(item, at.slice(list.length))
        .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
        .filter((value) => isGivenAt(value, []))
        .map((value) => ({ effect, value, decided }))
    })
  })
}

/** What decides beside a gift, in its item of a list, is compared with the gift. */
function widens({ gives, decides }: Marks, before: object, after: object): boolean {
  const lists = gives.map(({ at }) => listOf(at)).filter((list) => list.length > 0)
  return decides.some(({ at, to }) => {
    if (lists.some((list) => isDeepStrictEqual(list, listOf(at)))) return false
    const [were, are] = [valuesAt(before, at), valuesAt(after, at)]
    if (isDeepStrictEqual(were, are)) return false
    return to === null || are.some((value) => to.includes(value))
  })
}

/** The path of the items of the list; empty: none. */
const listOf = (at: readonly string[]): readonly string[] => at.slice(0, at.indexOf('*') + 1)

/** One for each item of a list; undefined where there is none. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value]
  if (typeof value !== 'object' || value === null) return step === '*' ? [] : [undefined]
  if (step === '*') return Object.values(value).flatMap((item) => valuesAt(item, rest))
  return valuesAt((value as Readonly<Record<string, unknown>>)[step], rest)
}
