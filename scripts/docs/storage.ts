// The table of docs/operations/storage.md, from src/db/storage.ts.
import { ends, type End } from '../../src/db/storage'
import { renderTable } from './marked'

/** One row for each end, with the tables that have it. */
export function renderStorage(): string {
  const tablesOf = new Map<string, string[]>()
  for (const [table, end] of Object.entries(ends)) {
    const text = textOf(end)
    tablesOf.set(text, [...(tablesOf.get(text) ?? []), table])
  }
  const rows = [...tablesOf].map(([text, tables]) => [tables.map((table) => `\`${table}\``).join(', '), text])
  return renderTable(['Tables', 'What ends their growth'], rows)
}

function textOf(end: End): string {
  if ('most' in end) return end.most
  if ('deleted' in end) return `deleted ${end.deleted}`
  const text = 'quota' in end ? `quota \`${end.quota}\`` : `as \`${end.as}\``
  return end.note === undefined ? text : `${text}; ${end.note}`
}
