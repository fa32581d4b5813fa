// Groups of test files for `npm test`, in .cache/test-groups. Jest loads and compiles the server again for each file,
// which is half of the processor time of the tests; a group runs files of one folder in one sandbox.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const { testPathIgnorePatterns } = createRequire(import.meta.url)('../jest.config.cjs')
const toolTests = new RegExp(testPathIgnorePatterns[0])
const target = path.join(root, '.cache', 'test-groups')

/** Of the files of a group. */
const MOST_BYTES = 250_000

const files = fs
  .readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !toolTests.test(`/test/${file}`))
  .sort()
  .map((file) => ({ file, text: fs.readFileSync(path.join(root, 'test', file), 'utf8') }))

fs.rmSync(target, { recursive: true, force: true })
fs.mkdirSync(target, { recursive: true })
for (const [name, group] of toGroups()) {
  const lines = group.map((file) => `describe('${file}', () => { require('../../test/${file}') })\n`)
  fs.writeFileSync(path.join(target, `${name}.test.js`), lines.join(''))
}

function toGroups() {
  const groups = new Map()
  const bytes = new Map()
  for (const { file, text } of files) {
    const folder = path.dirname(file).split(path.sep)[0]
    const total = (bytes.get(folder) ?? 0) + text.length
    bytes.set(folder, total)
    // replaced modules are replaced for the whole group
    const part = text.includes('jest.mock(') ? path.basename(file, '.test.ts') : Math.ceil(total / MOST_BYTES)
    const name = `${folder === '.' ? 'test' : folder}-${part}`
    groups.set(name, [...(groups.get(name) ?? []), file])
  }
  return groups
}
