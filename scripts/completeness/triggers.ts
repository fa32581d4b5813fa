// What the triggers of distributed tables read: they run on the node of their row, which has no table of the coordinator.
import { readsCoordinator } from '../../src/db-citus/distribute'
import { placedTables } from '../../src/db/tables'
import type { Catalogue, DatabaseFunction } from './catalogue'
import type { MissingPart } from './fault'
import { sqlPlaceOf } from './schema'

/** Triggers of distributed tables whose functions, or those that they call, use a table of the coordinator. */
export function missingOnShards({ triggers, functions }: Catalogue): MissingPart[] {
  const distributed: ReadonlySet<string> = new Set(placedTables('distributed'))
  const local = new RegExp(
    `\\b(?:from|join|into|update)\\s+(?:public\\.)?(${placedTables('local', 'alone').join('|')})\\b`,
    'gi',
  )
  const called = calledBy(functions)
  return triggers
    .filter(({ table, name }) => distributed.has(table) && !readsCoordinator.has(name))
    .flatMap(({ table, name, of }) => {
      const used = [...reachable(of, called)].flatMap((one) => {
        const text = functions.find((other) => other.name === one)?.body ?? ''
        return [...withoutComments(text).matchAll(local)].map(([, found]) => `${found} in ${one}()`)
      })
      if (used.length === 0) return []
      return [
        {
          ...sqlPlaceOf(of),
          rule: `The trigger ${name} of ${table}, which runs on a node of Citus, uses ${[...new Set(used)].join(', ')}.`,
          fix: 'Use rows of the same community only, or place the table as a reference table.',
        },
      ]
    })
}

const withoutComments = (text: string): string => text.replace(/--.*$/gm, '')

function calledBy(functions: readonly DatabaseFunction[]): ReadonlyMap<string, readonly string[]> {
  const names = functions.map(({ name }) => name)
  const call = new RegExp(`\\b(${names.join('|')})\\s*\\(`, 'g')
  return new Map(
    functions.map(({ name, body }) => [name, [...withoutComments(body).matchAll(call)].map(([, one]) => String(one))]),
  )
}

function reachable(from: string, called: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set([from])
  for (const one of found) for (const next of called.get(one) ?? []) found.add(next)
  return found
}
