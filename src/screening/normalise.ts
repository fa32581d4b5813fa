// Undoes what people do to a text so that a screen cannot read it, and nothing a reader would notice.

/** Format characters, joiners, fillers, variation selectors and the keycap around an emoji digit. */
const invisible = /[\p{Cf}\u034f\u115f\u1160\ufe00-\ufe0f\u20e3]/gu
/** More marks on one letter than any script uses; the time of NFKC grows with the square of their number. */
const heapedMarks = /(\p{M}{30})\p{M}+/gu
const dashes = /[\p{Pd}\u2212]/gu
const spaces = /[^\S\r\n]/g
/** The ideographic full stop separates domain labels as `.` does (IDNA). */
const ideographicStop = /\u3002/g
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

/** The text with one form per letter, digit, dash and space, and without invisible characters. */
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
// the spaces are looked at, not taken, so that "a dot b dot c" is three labels and not two
const spokenDot = new RegExp(` {1,3}(?:${dotWords}) {1,3}(?=[\\p{L}\\p{N}])`, 'giu')
const spokenAt = new RegExp(`(?<=[\\p{L}\\p{N}]) {1,3}(?:${atWords}) {1,3}(?=[\\p{L}\\p{N}])`, 'giu')

/** Marks where a word stood for the sign: `@` may be written in earnest, this never is. */
export const SPOKEN_AT = '\u0001'
export const SPOKEN_DOT = '\u0002'

/** `a (at) b [dot] c` as `a@b.c`: nobody brackets these words for another reason. */
export function unbracketed(text: string): string {
  return text.replace(bracketedDot, '.').replace(bracketedAt, '@')
}

/** `a at b dot c` with marks in place of the words: they are ordinary words too, so the reader must look closer. */
export function unspoken(text: string): string {
  return text.replace(spokenDot, SPOKEN_DOT).replace(spokenAt, SPOKEN_AT)
}
