// Texts that people see.

/**
 * White space, control characters, what Unicode says to show as nothing (zero width space, Hangul filler, variation
 * selectors, tags), the blank Braille pattern and interlinear annotation.
 */
const INVISIBLE = String.raw`[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]`
const seen = new RegExp(INVISIBLE.replace('[', '[^'), 'u')
const ends = new RegExp(`^${INVISIBLE}+|${INVISIBLE}+$`, 'gu')

export const isVisible = (text: string): boolean => seen.test(text)

/** Equal for texts that look equal but for what is not seen at their ends (UAX #15, form C). */
export const asSeen = (text: string): string => text.replaceAll(ends, '').normalize('NFC')
