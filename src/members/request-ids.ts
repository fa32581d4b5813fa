// Checks of ids in requests that the contract cannot express.
import { invalid } from '../base/errors'

/** The contract has checked the digits. @throws DomainError 400 above MAX_SAFE_INTEGER */
export function idInPath(name: string, digits: string): number {
  const id = Number(digits)
  if (Number.isSafeInteger(id)) return id
  throw invalid(`/path/${name}`, 'maximum', `must be at most ${Number.MAX_SAFE_INTEGER}`)
}

/** @throws DomainError 400 for the second of two entries with the same id */
export function assertDistinct(list: string, name: string, ids: readonly number[]): void {
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (repeated >= 0) throw invalid(`/body/${list}/${repeated}/${name}`, 'uniqueItems', 'must occur only once')
}
