// Undoes changes that evade screening unseen by readers.

/** Format characters, joiners, fillers, variation selectors, keycap of emoji digits. */
const invisible = /[\p{Cf}\u034f\u115f\u1160\ufe00-\ufe0f\u20e3]/gu
/** NFKC is quadratic in combining marks; no script uses that many. */
const heapedMarks = /(\p{M}{30})\p{M}+/gu
const dashes = /[\p{Pd}\u2212]/gu
const spaces = /[^\S\r\n]/g
/** A label separator in IDNA. */
const ideographicStop = /\u3002/g
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

export function readable(text: string): string {
  return text
    .replace(heapedMarks, '$1')
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(dashes, '-')
    .replace(spaces, ' ')
    .replace(ideographicStop, '.')
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
}

const dotWords = 'dot|punkt|point|punto|ponto|kropka|nokta|точка|점|点'
const atWords = 'at|arroba|arobase|ät|małpa|собака|골뱅이|艾特|アット'
const bracketedDot = new RegExp(`\\s{0,3}[[({<]\\s{0,3}(?:${dotWords}|\\.)\\s{0,3}[\\])}>]\\s{0,3}`, 'giu')
const bracketedAt = new RegExp(`\\s{0,3}[[({<]\\s{0,3}(?:${atWords}|@|a)\\s{0,3}[\\])}>]\\s{0,3}`, 'giu')
// lookarounds keep the spaces, so that "a dot b dot c" matches twice
const spokenDot = new RegExp(` {1,3}(?:${dotWords}) {1,3}(?=[\\p{L}\\p{N}])`, 'giu')
const spokenAt = new RegExp(`(?<=[\\p{L}\\p{N}]) {1,3}(?:${atWords}) {1,3}(?=[\\p{L}\\p{N}])`, 'giu')

export const SPOKEN_AT = '\u0001'
export const SPOKEN_DOT = '\u0002'

/** Writes `a (at) b [dot] c` as `a@b.c`. */
export function unbracketed(text: string): string {
  return text.replace(bracketedDot, '.').replace(bracketedAt, '@')
}

/** Writes `a at b dot c` with SPOKEN_AT and SPOKEN_DOT, since the words are ordinary too. */
export function unspoken(text: string): string {
  return text.replace(spokenDot, SPOKEN_DOT).replace(spokenAt, SPOKEN_AT)
}
