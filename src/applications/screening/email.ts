// Email addresses: plain, or with words or spaces for the signs.
import tlds from 'tlds'
import isEmail from 'validator/lib/isEmail'
import { anyValue } from './any-value'
import type { Budget } from './budget'
import { SPOKEN_AT, SPOKEN_DOT, unspoken } from './normalise'

const topLevel = new Set(tlds)

const providerNames =
  'gmail|googlemail|hotmail|outlook|yahoo|ymail|icloud|proton|protonmail|gmx|web|t-online|aol|live|msn|mail|yandex|qq|naver|daum|163|126|wp|onet|orange|laposte|uol|zoho|tutanota'
const provider = new RegExp(`^(?:${providerNames})$`, 'i')

const local = /[\p{L}\p{N}._%+'&~-]{1,64}$/u
/** Tested first: `local` backtracks over the whole slice. */
const endsInLocal = /[\p{L}\p{N}._%+'&~-]$/u
const asciiDomain = /^[a-z0-9.-]{1,253}/i
const anyDomain = /^[\p{L}\p{N}.-]{1,253}/u

/** Microseconds of `isEmail`. */
const ADDRESS_COST = 15

export function hasEmail(text: string, budget: Budget): boolean {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (isAddressAt(text, at, budget)) return true
  }
  return hasSpacedAddress(text) || hasSpokenAddress(text) || hasProviderHandle(text)
}

function nameBefore(text: string, at: number): string {
  const slice = text.slice(Math.max(0, at - 64), at)
  return endsInLocal.test(slice) ? (local.exec(slice)?.[0] ?? '') : ''
}

function isAddressAt(text: string, at: number, budget: Budget): boolean {
  const name = nameBefore(text, at).replace(/^[.']+/, '')
  if (!name) return false
  const rest = text.slice(at + 1, at + 254)
  // ASCII first: text without spaces may follow
  return [asciiDomain, anyDomain].some((shape) => endsInTopLevel(name, shape.exec(rest)?.[0] ?? '', budget))
}

/** Text may follow without a space, so the first top-level label ends the domain. */
function endsInTopLevel(name: string, domain: string, budget: Budget): boolean {
  const labels = domain.toLowerCase().split('.', 8)
  const last = labels.findIndex((label, index) => index > 0 && topLevel.has(label))
  if (last === -1) return false
  // if isEmail rejects a part, longer addresses fail too
  const address = `${name}@${labels.slice(0, last + 1).join('.')}`
  return budget.once(address, ADDRESS_COST, () => isEmail(address))
}

const spaced = /[\p{L}\p{N}_] {0,2}@ {0,2}([\p{L}\p{N}-]{1,30}) {0,2}([.,]) {0,2}([a-z]{2,6})(?![\p{L}\p{N}])/giu

/** In `name @ gmail . com` only known providers count, as "@ Heathrow. No delays" has the same form. */
function hasSpacedAddress(text: string): boolean {
  for (const [, domain = '', , top = ''] of text.matchAll(spaced)) {
    if (provider.test(domain) && topLevel.has(top.toLowerCase())) return true
  }
  return false
}

/** Sites ("look at roblox dot com") and words ("at the dot in"), not mail domains. */
const publicSite = /^(?:roblox|discord|youtube|google|twitch|tiktok|twitter|github|the|this|that|a|my)$/i
const spokenDomain = new RegExp(`^([\\p{L}\\p{N}-]{1,63})((?:[.${SPOKEN_DOT}][\\p{L}\\p{N}-]{2,63}){0,4})`, 'u')
const lastLabel = new RegExp(`[^.${SPOKEN_DOT}]*$`)

/** Finds `name at mail dot com`, `name at gmail.com`, `jake.west99 at gmail`. */
function hasSpokenAddress(text: string): boolean {
  const marked = unspoken(text)
  for (let at = marked.indexOf(SPOKEN_AT); at !== -1; at = marked.indexOf(SPOKEN_AT, at + 1)) {
    const name = nameBefore(marked, at)
    const [, host = '', tail = ''] = spokenDomain.exec(marked.slice(at + 1, at + 320)) ?? []
    const last = lastLabel.exec(tail)?.[0].toLowerCase() ?? ''
    if (!name || publicSite.test(host)) continue
    if (topLevel.has(last) && (tail.includes(SPOKEN_DOT) || provider.test(host))) return true
    if (!tail && isMailbox(host) && looksLikeHandle(name)) return true
  }
  return false
}

const handleNear = new RegExp(
  `(?<![\\p{L}\\p{N}@.])(?:${providerNames.replace(/\|(?:web|live|mail|orange|163|126|wp|uol)(?=\|)/g, '')})(?:\\s{0,2}(?:is|ist|es|est|to|é|:|=)\\s{0,2}|\\s{1,2})([\\p{L}\\p{N}._-]{5,64})`,
  'giu',
)

/** Finds `my gmail is jakewest99`. */
const hasProviderHandle = (text: string): boolean => anyValue(text, handleNear, looksLikeHandle)

/** Provider names that are not words. */
function isMailbox(host: string): boolean {
  return /^(?:gmail|googlemail|hotmail|outlook|yahoo|icloud|protonmail|gmx)$/i.test(host)
}

function looksLikeHandle(name: string): boolean {
  return /\p{L}[\p{L}._-]*\d|\p{L}[._]\p{L}/u.test(name)
}
