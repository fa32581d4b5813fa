// Groups of test files for `npm test`, and with --tools for `npm run test:tools`, in .cache/test-groups. Jest loads and compiles the
// server again for each file, which is half of the processor time of `npm test`; a group runs files in one sandbox.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const { testPathIgnorePatterns } = createRequire(import.meta.url)('../jest.config.cjs')
const toolTests = new RegExp(testPathIgnorePatterns[0])
const ofTools = process.argv.includes('--tools')
const target = path.join(root, '.cache', 'test-groups', ofTools ? 'tools' : 'server')

/** Bytes of the files of a group: four workers then end at about the same time. */
const MOST_BYTES = ofTools ? 40_000 : 300_000
/** Smaller folders are put together, but for those whose few lines send many requests. */
const SMALL_BYTES = ofTools ? 20_000 : 80_000
const heavy = ['encryption', 'idempotency', 'simulate']
/** The tests of tools that take as long as a group, most of it in processes that they start. */
const long = [
  'documentation/examples',
  'docs/samples',
  'faults/(obeyed|short)',
  'fuzz/',
  'idempotency/killed',
  'ops/(help|production)',
  'promises/(abuse|checks)',
  'simulate/bugs',
  'upgrade/',
]
const isLong = new RegExp(`^(${long.join('|')})`)

const files = fs
  .readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && toolTests.test(`/test/${file}`) === ofTools)
  .sort()
  .map((file) => ({ file, text: fs.readFileSync(path.join(root, 'test', file), 'utf8') }))

fs.rmSync(target, { recursive: true, force: true })
fs.mkdirSync(target, { recursive: true })
for (const { names, files: group } of toGroups()) {
  const lines = group.map(({ file }) => `describe('${file}', () => { require('../../../test/${file}') })\n`)
  fs.writeFileSync(path.join(target, `${names.join('+')}.test.js`), lines.join(''))
}

function toGroups() {
  // replaced modules are replaced for the whole group
  const alone = files.filter(({ file, text }) => text.includes('jest.mock(') || isLong.test(file))
  const parts = [...foldersOf(files.filter((file) => !alone.includes(file)))].flatMap(toParts)
  const isSmall = ({ name, bytes }) => bytes < SMALL_BYTES && !heavy.includes(name)
  const groups = parts.filter((part) => !isSmall(part)).map(toGroup)
  const ofSmall = []
  for (const part of parts.filter(isSmall)) {
    const group = ofSmall.find(({ bytes }) => bytes + part.bytes <= MOST_BYTES)
    if (group) Object.assign(group, merged(group, part))
    else ofSmall.push(toGroup(part))
  }
  return [
    ...groups,
    ...ofSmall,
    ...alone.map((one) => ({ names: [one.file.replace(/\W(?:test\.ts$)?/g, '-')], files: [one] })),
  ]
}

function toGroup({ name, ...part }) {
  return { names: [name], ...part }
}

function merged(group, part) {
  const { names, bytes } = group
  return { names: [...names, part.name], bytes: bytes + part.bytes, files: [...group.files, ...part.files] }
}

function foldersOf(some) {
  const folders = new Map()
  for (const one of some) {
    const [folder] = path.dirname(one.file).split(path.sep)
    const name = folder === '.' ? 'test' : folder
    folders.set(name, [...(folders.get(name) ?? []), one])
  }
  return folders
}

/** Of about equal size, a folder's files in their order. */
function toParts([folder, inFolder]) {
  const bytesOf = (some) => some.reduce((sum, { text }) => sum + text.length, 0)
  const total = bytesOf(inFolder)
  const count = Math.ceil(total / MOST_BYTES)
  const parts = Array.from({ length: count }, (_, at) => ({
    name: count === 1 ? folder : `${folder}-${at + 1}`,
    files: [],
  }))
  let before = 0
  for (const file of inFolder) {
    parts[Math.floor((before / total) * count)].files.push(file)
    before += file.text.length
  }
  return parts.map((part) => ({ ...part, bytes: bytesOf(part.files) }))
}
