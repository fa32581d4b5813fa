// What functions read that run on a node of Citus: those of the triggers of distributed tables, and those that are called there.
// A node has no table of the coordinator.
import { calledOnNode } from '../../src/db-citus/adaptations'
import { readsCoordinator } from '../../src/db-citus/distribute'
import { placedTables } from '../../src/db/tables'
import type { Catalogue, DatabaseFunction } from './catalogue'
import type { MissingPart } from './fault'
import { sqlPlaceOf } from './schema'

/** Functions that run on a node and use a table of the coordinator, or call one that does. */
export function missingOnShards({ triggers, functions }: Catalogue): MissingPart[] {
  const distributed: ReadonlySet<string> = new Set(placedTables('distributed'))
  const local = new RegExp(
    `\\b(?:from|join|into|update)\\s+(?:public\\.)?(${placedTables('local', 'alone').join('|')})\\b`,
    'gi',
  )
  const called = calledBy(functions)
  const started = [
    ...triggers
      .filter(({ table, name }) => distributed.has(table) && !readsCoordinator.has(name))
      .map(({ table, name, of }) => ({ of, what: `trigger ${name} of ${table}` })),
    ...calledOnNode.map((of) => ({ of, what: `function ${of}()` })),
  ]
  return started.flatMap(({ of, what }) => {
    const used = [...reachable(of, called)].flatMap((one) => {
      const text = functions.find((other) => other.name === one)?.body ?? ''
      return [...withoutComments(text).matchAll(local)].map(([, found]) => `${found} in ${one}()`)
    })
    if (used.length === 0) return []
    return [
      {
        ...sqlPlaceOf(of),
        rule: `The ${what}, which runs on a node of Citus, uses ${[...new Set(used)].join(', ')}.`,
        fix: 'Use distributed tables and parameters, or place the table as a reference table.',
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
