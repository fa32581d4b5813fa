// IPv4 and IPv6 addresses.
import { IPv4, IPv6 } from 'ipaddr.js'
import type { Budget } from './budget'

/** After such a word, four numbers are a version or a section. */
const countedThing =
  /(?:\bv\.?|\bver\.?|version|versión|versão|wersja|wersji|sürüm|версия|версии|バージョン|버전|版本|\bbuild|\bupdate|\bpatch|\brelease|section|abschnitt|sección|seção|раздел|article|artikel|artículo|artigo|\brules?|regel|règle|regla|regra|chapter|kapitel|§)\s{0,2}[:#]?\s{0,2}(?:[\d.]{1,12}\s{1,2}\p{L}{1,3}\s{1,2})?$/iu
const countedAfter = /^\s{0,2}(?:build|version|update|patch|release)(?!\p{L})/iu
/** Characters before and after an address. */
const CONTEXT = 32

const fourNumbers = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)/g
const spokenFour =
  /(?<![\w.])\d{1,3}(?: {0,2}(?:\.|dot|punkt|point|punto|ponto|точка|점|点) {0,2}\d{1,3}){3}(?!\.?\d)/gi
const hexGroups = /[\da-f:]{3,}(?:\.\d{1,3}){0,3}/gi
/** Public IPv6 begins at 2000:: (`12::30` does not), or is IPv4-mapped. */
const ipv6Beginning = /^0{0,4}[2-9a-f][\da-f]{3}:|ffff:|^::\d/i
/** Six groups and an IPv4 address. */
const MAX_IPV6_LENGTH = 45

/** Not public; versions such as `10.2.0.14` are among them. */
const localRanges: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
  'unspecified',
])
/** Microseconds. */
const COST = { context: 2, ipv4: 5, ipv6: 40 } as const

export function hasIpAddress(text: string, budget: Budget): boolean {
  return hasIpv4(text, fourNumbers, budget) || hasIpv4(text, spokenFour, budget) || hasIpv6(text, budget)
}

function hasIpv4(text: string, shape: RegExp, budget: Budget): boolean {
  for (const match of text.matchAll(shape)) {
    const address = match[0].match(/\d+/g)?.join('.') ?? ''
    if (!budget.once(address, COST.ipv4, () => isPublicIpv4(address))) continue
    budget.spend(COST.context)
    const end = match.index + match[0].length
    const before = text.slice(Math.max(0, match.index - CONTEXT), match.index)
    if (!countedThing.test(before) && !countedAfter.test(text.slice(end, end + CONTEXT))) return true
  }
  return false
}

function isPublicIpv4(address: string): boolean {
  return IPv4.isValidFourPartDecimal(address) && !localRanges.has(IPv4.parse(address).range())
}

function hasIpv6(text: string, budget: Budget): boolean {
  for (const match of text.matchAll(hexGroups)) {
    const candidate = match[0].length > 2 && !match[0].endsWith('::') ? match[0].replace(/:$/, '') : match[0]
    if (candidate.length > MAX_IPV6_LENGTH || /\w/.test(text[match.index - 1] ?? '')) continue
    if (!ipv6Beginning.test(candidate) || !/:.*:/.test(candidate)) continue
    if (budget.once(candidate, COST.ipv6, () => isPublicIpv6(candidate))) return true
  }
  return false
}

function isPublicIpv6(candidate: string): boolean {
  if (!IPv6.isValid(candidate)) return false
  const address = IPv6.parse(candidate)
  if (address.isIPv4MappedAddress()) return isPublicIpv4(address.toIPv4Address().toString())
  return (address.parts[0] ?? 0) >= 0x2000 && !localRanges.has(address.range())
}
