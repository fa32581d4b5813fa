// SQL files are split for a distributed database.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'libpg-query'
import { listMigrations } from '../../src/db/migrations/files'
import { splitStatements } from '../../src/db/migrations/split'

const sqlDir = path.join(__dirname, '..', '..', 'sql')
const statementsOf = async (text: string): Promise<number> => ((await parse(text)) as { stmts: unknown[] }).stmts.length

it('every file of sql/ is split into the statements that the parser of PostgreSQL finds', async () => {
  for (const { name, file } of listMigrations(sqlDir)) {
    const text = readFileSync(file, 'utf8')
    const parts = splitStatements(text)
    expect({ name, count: parts.length }).toEqual({ name, count: await statementsOf(text) })
    for (const part of parts) expect(await statementsOf(part)).toBe(1)
  }
})

it('a statement keeps its place in the file', () => {
  const text = `-- one; two\nselect ';', $a$;$a$;\n/* ; */ select "a;b";\n;\nselect 3`
  const parts = splitStatements(text)
  expect(parts.map((part) => part.trim())).toEqual([
    `-- one; two\nselect ';', $a$;$a$;`,
    '/* ; */ select "a;b";',
    'select 3',
  ])
  for (const part of parts) expect(text.slice(part.length - 8, part.length)).toBe(part.slice(-8))
})
