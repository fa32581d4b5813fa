// Each property notices the bug that is planted for it; no other property does, except those that the bug names.
import fs from 'node:fs'
import path from 'node:path'
import { bugs, propertyRows } from '../../scripts/simulate/bugs'
import { drawn, everyPoint, firstViolation, reduce, table } from '../../scripts/simulate/check'
import { properties } from '../../scripts/simulate/properties'

test('each property has a planted bug', () => {
  expect([...new Set(bugs.map(({ property }) => property))]).toEqual(properties.map(({ name }) => name))
})

test('docs/reliability.md lists the properties and the bugs', () => {
  const page = fs.readFileSync(path.join(__dirname, '../../docs/reliability.md'), 'utf8')
  expect(page).toContain(propertyRows().join('\n'))
})

test.each(bugs)('$property notices that $what', async (bug) => {
  const found = await firstViolation(drawn(1, 5_000, bug))
  const { property, also = [] } = bug
  const noticed = found.map((violation) => violation.property).filter((one) => !also.includes(one))
  expect([...new Set(noticed)]).toEqual([property])
})

test.each(bugs.filter(({ property }) => ['declared', 'unmanaged', 'suspension'].includes(property)))(
  '$property notices it with one fault at each step of each path',
  async (bug) => {
    const found = await firstViolation(everyPoint(1, bug))
    expect(found.map(({ property }) => property)).toContain(bug.property)
  },
)

test('a failing schedule is reduced to what it needs', async () => {
  const [bug] = bugs.filter(({ property }) => property === 'suspension')
  const [violation] = await firstViolation(drawn(1, 5_000, bug))
  if (!violation) throw new Error('nothing was violated')
  const { parts, of, trace } = await reduce(violation)
  expect(parts).toBeLessThan(of)
  const lines = table(trace).split('\n')
  expect(lines[0]).toMatch(/^ +s +actor +act +answer$/)
  expect(lines.length).toBeLessThan(60)
  expect(lines.join('\n')).toContain('rank.suspend ')
})
