// Every promise names evidence that exists.
import fs from 'node:fs'
import path from 'node:path'
import { checks } from '../../scripts/promises/checks'
import { promises, type Place } from '../../scripts/promises/registry'
import { renderPromises } from '../../scripts/promises/table'

const root = path.resolve(__dirname, '../..')
const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Named test, check or command. */
function isThere(place: Place): boolean {
  if ('check' in place) return checks.some(({ id }) => id === place.check)
  if ('command' in place) return Object.keys(scripts).includes(place.command.split(' ')[0] ?? '')
  return read(`test/${place.test}`).includes(place.named)
}

it.each(promises.map(({ text, shownBy }) => [text, shownBy] as const))('%s', (_, shownBy) => {
  expect(shownBy.length).toBeGreaterThan(0)
  expect(shownBy.filter((place) => !isThere(place))).toEqual([])
})

it('every check is named by a promise', () => {
  const named = promises.flatMap(({ shownBy }) => shownBy.flatMap((place) => ('check' in place ? [place.check] : [])))
  expect([...new Set(named)].sort()).toEqual(checks.map(({ id }) => id).sort())
})

it('docs/reliability.md is current: `npm run promises -- --list --write-docs` writes it', () => {
  expect(read('docs/reliability.md')).toContain(renderPromises())
})
