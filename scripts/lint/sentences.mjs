// Measures comments: the share of one-line doc comments that are no sentence, and the words per 100 lines of code.
import fs from 'node:fs'
import path from 'node:path'

const SHARE = 0.05
const WORDS = 70
const help = `node scripts/lint/sentences.mjs [--list | --rooms] [path ...]

Fails where ${SHARE * 100} % or more of the one-line doc comments in the TypeScript files under the paths (default: src) are fragments,
or where there are ${WORDS} or more words of comments in 100 lines of code. --list shows each fragment, --rooms the figures of each folder.

A comment is whole when the main clause of each of its sentences has a verb of scripts/lint/verbs.txt. The subject may be the
declared name ("Returns the rows."). What follows a colon, "that", "when" and so on is no main clause. Tags (@throws) are whole.
The check knows words, not grammar.
`
const args = process.argv.slice(2)
if (args.includes('--help')) {
  process.stdout.write(help)
  process.exit(0)
}

const paragraphs = fs.readFileSync(new URL('verbs.txt', import.meta.url), 'utf8').split('\n\n')
const [auxiliaries, verbs, nouns] = paragraphs.map((text) => new Set(text.replace(/^#.*$/gm, '').match(/\w+/g)))
const subordinator =
  /^(?:that|which|who|whose|whom|where|when|while|if|unless|until|because|since|after|before|than|as|whether|how|why|what|although|once)$/i
const article = /^(?:the|a|an|its|their|of|two|all|these)$/i
const determiner =
  /^(?:the|a|an|its?|this|these|those|their|them|each|every|all|any|no|nothing|more|one|two|both|another|only|X|\d+)$/i
const adverb = /^(?:also|then|already|never|always|only)$/i
const preposition = /^(?:of|in|for|by|with|to|from|on|at|per|and|or)$/i

/** Whether the word at this index is a finite verb. */
function isVerb(words, index) {
  const [word, next] = [words[index].toLowerCase(), words[index + 1]]
  const before = words.slice(0, index).findLast((other) => !adverb.test(other)) ?? ''
  if (auxiliaries.has(word) || word.endsWith("n't")) return true
  // "a retry ends", not "the ends"
  if (verbs.has(word)) return index > 0 ? !article.test(before) : next !== 'of'
  if (nouns.has(word)) {
    if (index === 0) return next !== undefined && !preposition.test(next)
    return /^it$/i.test(before) || determiner.test(next ?? '')
  }
  // "jobs wait"
  const isPlural = /^(?:they|others|both)$|[^s]s$/i.test(before) && !/^(?:is|was|has|its|this)$/i.test(before)
  return (
    isPlural && [`${word}s`, `${word}es`, word.replace(/y$/, 'ies')].some((form) => verbs.has(form) || nouns.has(form))
  )
}

/** A subordinate clause has one verb, and one more for each "and". A further one belongs to the main clause. */
function hasVerb(clause) {
  const words = clause.match(/[\w'’-]+/g) ?? []
  const start = words.findIndex((word) => subordinator.test(word))
  const found = words.flatMap((_, index) => (isVerb(words, index) ? [index] : []))
  if (start < 0) return found.length > 0
  const rest = words.slice(start).filter((word) => subordinator.test(word) || /^(?:and|or)$/.test(word))
  return found.some((index) => index < start) || found.length > rest.length
}

/** Before a colon or dash, a clause has a verb. */
const isSentence = (text) => {
  const [main] = text.split(/:(?:\s|$)| – /)
  return main.split(/[,;]\s/).some(hasVerb)
}

function isWhole(doc) {
  const text = doc
    .replace(/\s*@(?:throws|returns|param)\s+\S.*$/, '')
    .replace(/`[^`]*`|\{@link [^}]*\}|"[^"]*"/g, 'X')
    .replace(/\([^)]*\)/g, '')
  return text.split(/(?<=[.?!])\s+/).every((sentence) => sentence.trim() === '' || isSentence(sentence))
}

const wordsIn = (text) => text.split(/\s+/).filter((word) => /\w/.test(word)).length

/** One-line doc comments, fragments with their places, words of comments and lines of code. */
function measure(name) {
  const file = { name, docs: 0, fragments: [], words: 0, code: 0 }
  let isInside = false
  for (const [index, line] of fs.readFileSync(name, 'utf8').split('\n').entries()) {
    const text = line.trim()
    const doc = /^\/\*\*\s+(.*?)\s*\*\/$/.exec(text)?.[1]
    if (doc !== undefined) {
      file.docs += 1
      if (!isWhole(doc)) file.fragments.push(`${name}:${index + 1}: ${doc}`)
    }
    if (isInside || /^(?:\/\/|\/\*)/.test(text)) {
      file.words += wordsIn(text)
      isInside = (isInside || text.startsWith('/*')) && !text.endsWith('*/')
    } else if (text !== '') {
      file.code += 1
      file.words += wordsIn(/\s\/\/ (.*)$/.exec(text)?.[1] ?? '')
    }
  }
  return file
}

function total(files) {
  const [docs, words, code] = ['docs', 'words', 'code'].map((key) => files.reduce((sum, file) => sum + file[key], 0))
  const fragments = files.flatMap((file) => file.fragments)
  return { docs, fragments, share: fragments.length / Math.max(docs, 1), words: (100 * words) / Math.max(code, 1) }
}
const figures = ({ docs, fragments, share, words }) =>
  `${fragments.length} fragments among ${docs} one-line doc comments (${(100 * share).toFixed(1)} %), ` +
  `${words.toFixed(1)} words of comments in 100 lines of code`

const filesUnder = (place) =>
  fs.statSync(place).isDirectory()
    ? fs.readdirSync(place, { recursive: true }).map((name) => path.join(place, name))
    : [place]
const paths = args.filter((arg) => !arg.startsWith('--'))
const names = (paths.length > 0 ? paths : ['src']).flatMap(filesUnder).filter((name) => name.endsWith('.ts'))
const files = names.sort().map(measure)
const all = total(files)

if (args.includes('--rooms')) {
  const roomOf = ({ name }) => name.split(path.sep).slice(0, 2).join('/')
  for (const room of new Set(files.map(roomOf))) {
    console.log(`${room}: ${figures(total(files.filter((file) => roomOf(file) === room)))}`)
  }
}
const isFragmentary = all.share >= SHARE
if (isFragmentary || args.includes('--list')) for (const fragment of all.fragments) console.log(fragment)
console.log(figures(all))
if (isFragmentary) {
  console.log(
    `Fewer than ${SHARE * 100} % may be fragments. Write a sentence with a subject and a verb, or delete the comment.`,
  )
  process.exitCode = 1
}
if (all.words >= WORDS) {
  const excess = ({ words, code }) => words - (WORDS / 100) * code
  for (const file of files.sort((one, other) => excess(other) - excess(one)).slice(0, 10)) {
    console.log(`${file.name}:1: ${file.words} words of comments in ${file.code} lines of code`)
  }
  console.log(
    `Fewer than ${WORDS} words are allowed. Delete comments that say what the code says, first in these files.`,
  )
  process.exitCode = 1
}
