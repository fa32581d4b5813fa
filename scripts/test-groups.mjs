// Groups of test files for `npm test`, in .cache/test-groups. Jest loads and compiles the server again for each file,
// which is half of the processor time of the tests; a group runs the files of neighbouring folders in one sandbox.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const { testPathIgnorePatterns } = createRequire(import.meta.url)('../jest.config.cjs')
const toolTests = new RegExp(testPathIgnorePatterns[0])
const target = path.join(root, '.cache', 'test-groups')

/** Of a group with more than one folder. */
const MOST_BYTES = 150_000

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

/** By name: the files. */
function toGroups() {
  const groups = new Map()
  // replaced modules are replaced for the whole group
  const isAlone = ({ text }) => text.includes('jest.mock(')
  for (const { file } of files.filter(isAlone)) groups.set(file.replace(/\W+/g, '-'), [file])
  let last = { name: '', bytes: MOST_BYTES }
  for (const [folder, own] of toFolders(files.filter((one) => !isAlone(one)))) {
    const bytes = own.reduce((sum, { text }) => sum + text.length, 0)
    if (last.bytes + bytes > MOST_BYTES) last = { name: folder, bytes: 0 }
    last.bytes += bytes
    groups.set(last.name, [...(groups.get(last.name) ?? []), ...own.map(({ file }) => file)])
  }
  return groups
}

function toFolders(some) {
  const folders = new Map()
  for (const one of some) {
    const folder = path.dirname(one.file).split(path.sep)[0].replace('.', 'test')
    folders.set(folder, [...(folders.get(folder) ?? []), one])
  }
  return folders
}
