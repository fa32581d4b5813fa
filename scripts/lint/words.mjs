// Counts words that plain English avoids, by folder.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

const help = `node scripts/lint/words.mjs [--list] [path ...]

Counts, for each folder, the words of scripts/lint/words.txt in comments, texts and names (split at capitals and underscores).
Fails where one has 2 or more in 1,000 words, comments and code counted apart. --list shows each place. Paths limit what is read.
`
const LIMIT = 2
const areas = [
  'src',
  'scripts',
  'test',
  'clients/conformance',
  'sql',
  'openapi.yaml',
  'docs',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
]
const args = process.argv.slice(2)
if (args.includes('--help')) {
  process.stdout.write(help)
  process.exit(0)
}

const phrases = fs.readFileSync(new URL('words.txt', import.meta.url), 'utf8').split('\n')
const denied = phrases.filter((line) => line !== '' && !line.startsWith('#')).join('|')
const pattern = new RegExp(`(?<![\\w'’-])(?:${denied})(?![\\w-])`, 'gi')
/** `firstInLine` and `first_in_line` as words, without links. */
const plain = (text) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .replace(/https?:\S+/g, '')
const paths = args.filter((arg) => !arg.startsWith('--'))
const tracked = execFileSync('git', ['ls-files', ...(paths.length > 0 ? paths : areas)], { encoding: 'utf8' })
/** Was released: cannot change. */
const released = 'scripts/contract-changes/released.yaml'
const isText = (name) => /\.(ts|mts|mjs|cjs|sql|yaml|md)$/.test(name) && name !== released
const files = tracked.split('\n').filter((name) => isText(name) && fs.existsSync(name))

/** Without function bodies of migrations, which cannot change. */
const changeable = (name) => {
  const text = fs.readFileSync(name, 'utf8')
  return /^sql\/\d.*\.sql$/.test(name) ? text.replace(/\$\$[\s\S]*?\$\$/g, (body) => body.replace(/[^\n]/g, '')) : text
}
const isComment = /^\s*(\/\/|\/?\*|--|#)|\s\/\/ /
const counts = new Map()
for (const name of files) {
  const [top, second = ''] = name.split('/')
  const area = name.includes('/') ? `${top}/${second.includes('.') ? '' : second}` : top
  for (const [index, line] of changeable(name).split('\n').entries()) {
    // counted apart: code would dilute comments
    const kind = /\.(md|yaml)$/.test(name) ? 'text' : isComment.test(line) ? 'comments' : 'code'
    const count = counts.get(`${area} ${kind}`) ?? { words: 0, found: 0 }
    counts.set(`${area} ${kind}`, count)
    const text = plain(line)
    count.words += text.match(/[A-Za-z]{2,}/g)?.length ?? 0
    const found = [...text.matchAll(pattern)].map(([match]) => match)
    count.found += found.length
    if (found.length > 0 && args.includes('--list')) console.log(`${name}:${index + 1}: ${found.join(', ')}`)
  }
}
const rate = ({ words, found }) => (found * 1_000) / Math.max(words, 1_000)
for (const [area, count] of [...counts].sort(([, a], [, b]) => rate(b) - rate(a))) {
  if (rate(count) < LIMIT && !args.includes('--list')) continue
  console.log(`${area}: ${count.found} in ${count.words} words, ${rate(count).toFixed(1)} per 1,000`)
  if (rate(count) >= LIMIT) process.exitCode = 1
}
