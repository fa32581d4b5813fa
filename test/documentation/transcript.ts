// `console` blocks of the pages. Ids, times and hashes match any value; `…` matches any text.
import { blocksOf } from './pages'

export interface Exchange {
  readonly command: string
  /** The output below the command. */
  readonly answer: string
}

/** Commands begin with `$ ` and continue while a line ends with `\` or a quote is open. */
export function exchangesOf(page: string): Exchange[] {
  return blocksOf(page)
    .filter(({ language }) => language === 'console')
    .flatMap(({ text }) => text.split(/^\$ /m).slice(1).map(toExchange))
}

function toExchange(text: string): Exchange {
  const lines = text.trimEnd().split('\n')
  let length = 1
  while (length < lines.length && isOpen(lines.slice(0, length).join('\n'))) length += 1
  return { command: lines.slice(0, length).join('\n'), answer: lines.slice(length).join('\n') }
}

const isOpen = (command: string): boolean => command.endsWith('\\') || (command.split("'").length - 1) % 2 === 1

interface Volatile {
  readonly shown: RegExp
  readonly actual: string
  /** Occurs again in later commands, so that its actual value must be known. */
  readonly named?: true
}

const volatile: readonly Volatile[] = [
  { shown: /\b[a-z]{2,4}_[a-z2-7]{20}\b/, actual: '[a-z]{2,4}_[a-z2-7]{20}', named: true },
  { shown: /\b[B-XZ]{3}(?:-[B-XZ]{3}){2,3}\b/, actual: '[B-XZ]{3}(?:-[B-XZ]{3}){2,3}', named: true },
  { shown: /\bcmk_\w+/, actual: 'cmk_\\w+' },
  { shown: /(?<=key id +)[A-Za-z0-9]{12}/, actual: '[A-Za-z0-9]{12}', named: true },
  { shown: /(?<="keyId":")[A-Za-z0-9]{12}/, actual: '[A-Za-z0-9]{12}', named: true },
  { shown: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/, actual: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}' },
  { shown: /whsec_[\w/+=]+/, actual: 'whsec_[\\w/+=]+', named: true },
  { shown: /ETag: "[^"]+"/, actual: 'ETag: "[^"]+"' },
  { shown: /\d{4}-\d\d-\d\dT[\d:.]+Z/, actual: '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z' },
  { shown: /(?<=\n)\d+(?= +\d{4}-)/, actual: '\\d+' },
  { shown: /"auditId":"\d+"/, actual: '"auditId":"\\d+"' },
  { shown: /"id":"[A-Za-z0-9]{12}"/, actual: '"id":"[A-Za-z0-9]{12}"' },
  { shown: /\bkey [A-Za-z0-9]{12}/, actual: 'key [A-Za-z0-9]{12}' },
  { shown: /\b\d+ of 3000000/, actual: '\\d+ of 3000000' },
  { shown: /\b(?:bytes|tables|rows) +\d+/, actual: '\\w+ +\\d+' },
  { shown: /\b\d+ rows/, actual: '\\d+ rows' },
  { shown: /…/, actual: '[^]*?' },
  { shown: /\s+/, actual: '\\s*' },
]
const any = new RegExp(volatile.map(({ shown }) => `(${shown.source})`).join('|'), 'g')

/**
 * @param names actual values by shown ids; extended by those of this answer
 * @returns whether the texts match
 */
export function matches(shown: string, actual: string, names: Map<string, string>): boolean {
  const ids: string[] = []
  let pattern = ''
  let end = 0
  for (const match of shown.trim().matchAll(any)) {
    const kind = volatile[match.slice(1).findIndex((part) => part !== undefined)] as Volatile
    pattern += literal(shown.trim().slice(end, match.index))
    pattern += kind.named ? `(${kind.actual})` : kind.actual
    if (kind.named) ids.push(match[0])
    end = match.index + match[0].length
  }
  pattern += literal(shown.trim().slice(end))
  const found = new RegExp(`^\\s*${pattern}\\s*$`).exec(actual)
  if (!found) return false
  for (const [index, id] of ids.entries()) names.set(id, found[index + 1] ?? '')
  return true
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
