// IPv4 and IPv6 addresses, private ones included; `ipaddr.js` decides what is an address.
import { IPv4, IPv6 } from 'ipaddr.js'

/** Four numbers right after one of these are a version or a paragraph; anywhere else they are an address. */
const countedThing =
  /(?:\bv\.?|\bver\.?|version|versión|versão|wersja|wersji|sürüm|версия|версии|バージョン|버전|版本|\bbuild|\bupdate|\bpatch|\brelease|section|abschnitt|sección|seção|раздел|article|artikel|artículo|artigo|\brules?|regel|règle|regla|regra|chapter|kapitel|§)\s{0,2}[:#]?\s{0,2}(?:[\d.]{1,12}\s{1,2}\p{L}{1,3}\s{1,2})?$/iu
const CONTEXT = 32

const fourNumbers = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)/g
const spokenFour =
  /(?<![\w.])\d{1,3}(?: {0,2}(?:\.|dot|punkt|point|punto|ponto|точка|점|点) {0,2}\d{1,3}){3}(?!\.?\d)/gi
const hexGroups = /[\da-f:]{3,}(?:\.\d{1,3}){0,3}/gi
/** Eight groups of four with their colons, or six and a dotted IPv4 address. */
const MAX_IPV6_LENGTH = 45

/** Whether the text holds an IP address. */
export function hasIpAddress(text: string): boolean {
  return hasIpv4(text, fourNumbers) || hasIpv4(text, spokenFour) || hasIpv6(text)
}

function hasIpv4(text: string, shape: RegExp): boolean {
  for (const match of text.matchAll(shape)) {
    const address = match[0].match(/\d+/g)?.join('.') ?? ''
    const before = text.slice(Math.max(0, match.index - CONTEXT), match.index)
    if (IPv4.isValidFourPartDecimal(address) && !countedThing.test(before)) return true
  }
  return false
}

function hasIpv6(text: string): boolean {
  for (const match of text.matchAll(hexGroups)) {
    const candidate = match[0].length > 2 && !match[0].endsWith('::') ? match[0].replace(/:$/, '') : match[0]
    if (candidate.length <= MAX_IPV6_LENGTH && !/\w/.test(text[match.index - 1] ?? '') && isRoutable(candidate))
      return true
  }
  return false
}

/** Global, local and multicast addresses begin at 2000::, and times such as `12::30` below it. */
function isRoutable(candidate: string): boolean {
  if (!IPv6.isValid(candidate)) return false
  const address = IPv6.parse(candidate)
  return address.isIPv4MappedAddress() || (address.parts[0] ?? 0) >= 0x2000
}
