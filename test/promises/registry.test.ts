// Every guarantee in docs/reliability.md names evidence that exists.
import fs from 'node:fs'
import path from 'node:path'
import { checks } from '../../scripts/promises/checks'

const root = path.resolve(__dirname, '../..')
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const [, list = ''] = fs
  .readFileSync(path.join(root, 'docs/reliability.md'), 'utf8')
  .split('## Guarantees and their tests')
const rows = [...list.matchAll(/^\|[^|]*\| ([^|]+) \| (`[^|]+) \|$/gm)].map(([, text = '', shownBy = '']) => {
  return [text, [...shownBy.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place)] as const
})

/** Whether the evidence exists: a promise check, an npm command, or a test file. */
function isThere(place: string): boolean {
  const check = /^promises --only (.+)$/.exec(place)?.[1]
  if (check !== undefined) return checks.some(({ id }) => id === check)
  const command = /^npm run ([\w:-]+)/.exec(place)?.[1]
  if (command !== undefined) return command in scripts
  return fs.existsSync(path.join(root, `${place}.test.ts`))
}

it.each(rows)('%s', (_, shownBy) => {
  expect(shownBy.filter((place) => !isThere(place))).toEqual([])
})

it('every check is evidence of a guarantee', () => {
  expect(rows.length).toBeGreaterThan(40)
  const named = new Set(rows.flatMap(([, shownBy]) => shownBy))
  expect(checks.map(({ id }) => id).filter((id) => !named.has(`promises --only ${id}`))).toEqual([])
})
