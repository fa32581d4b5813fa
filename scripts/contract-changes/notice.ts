// Deprecation: how early the end of an operation is announced.
import { daysBetween, NOTICE_DAYS } from '../contract-rules/deprecation'
import { operationsOf } from '../contract-rules/document'
import type { Contract, Fault, FoundOperation } from '../contract-rules/document'
import type { Release } from './record'

/**
 * Operations that ended, or will end, earlier than announced. A new deprecation cannot begin before the last release,
 * which did not announce it.
 * @param today as 2026-11-23
 */
export function noticeFaults({ contract: before, last }: Release, after: Contract, today: string): Fault[] {
  const now = new Map(operationsOf(after).map((operation) => [operation.id, operation]))
  const known = new Map(operationsOf(before).map((operation) => [operation.id, operation]))
  const removed = operationsOf(before).flatMap((old) => (now.has(old.id) ? [] : removal(old, today)))
  const kept = [...now.values()].flatMap((operation) => announcement(known.get(operation.id), operation, last.date))
  return [...removed, ...kept]
}

function removal({ at, id, node }: FoundOperation, today: string): Fault[] {
  const { sunset } = node['x-deprecated'] ?? {}
  if (sunset !== undefined && daysBetween(sunset, today) >= 0) return []
  const rule = `${id} was removed ${sunset === undefined ? 'without deprecation' : `before its sunset, ${sunset}`}.`
  const fix = `Keep it. Release it with deprecated: true and x-deprecated, ${NOTICE_DAYS} days or more before its sunset.`
  return [{ where: at, rule, fix }]
}

function announcement(before: FoundOperation | undefined, { at, id, node }: FoundOperation, released: string): Fault[] {
  const [old, now] = [before?.node['x-deprecated'], node['x-deprecated']]
  const where = [...at, 'x-deprecated']
  if (before && now && !old && daysBetween(released, now.since) < 0) {
    const rule = `${id} is deprecated since ${now.since}, before the release of ${released} that did not announce it.`
    return [{ where, rule, fix: 'Set since to the day of the next release or later.' }]
  }
  if (now && old && daysBetween(old.sunset, now.sunset) < 0) {
    const rule = `The sunset of ${id} moved from ${old.sunset} to ${now.sunset}.`
    return [{ where, rule, fix: 'A sunset that was announced may only move to a later day.' }]
  }
  return []
}
