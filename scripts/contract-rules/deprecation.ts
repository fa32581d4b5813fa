// A deprecated operation announces its end.
import { operationsOf } from './document'
import type { Contract, Fault, FoundOperation, Rule } from './document'

const DAY_MS = 86_400_000
export const NOTICE_DAYS = 180

/** @param from a day such as 2027-01-15 */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

const isDay = (day: unknown): boolean =>
  typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))

function faultOf({ id, node }: FoundOperation, contract: Contract): string | null {
  const { deprecated, 'x-deprecated': facts } = node
  if (!deprecated && !facts) return null
  if (!deprecated || !facts) return `${id} has only one of deprecated and x-deprecated.`
  const { since, sunset, replacedBy } = facts
  if (!isDay(since) || !isDay(sunset)) return `${id} does not say the days since and sunset.`
  if (daysBetween(since, sunset) < NOTICE_DAYS) return `${id} ends ${daysBetween(since, sunset)} days after its notice.`
  const isKnown = replacedBy === undefined || operationsOf(contract).some((other) => other.id === replacedBy)
  return isKnown ? null : `${id} is replaced by ${replacedBy}, which is no operation.`
}

const deprecation: Rule = (contract) =>
  operationsOf(contract).flatMap((operation): Fault[] => {
    const rule = faultOf(operation, contract)
    const fix = `Set deprecated: true and x-deprecated: { since: '<day>', sunset: '<day, ${NOTICE_DAYS} days or more later>', replacedBy: <operationId> }.`
    return rule === null ? [] : [{ where: operation.at, rule, fix }]
  })

export const deprecationRules: Readonly<Record<string, Rule>> = { 'a deprecated operation has notice': deprecation }
