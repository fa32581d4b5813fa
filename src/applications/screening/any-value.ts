// Judges the values that a pattern finds.

/** @param form its first group is the value */
export function anyValue(text: string, form: RegExp, isMeant: (value: string) => boolean): boolean {
  for (const [, value = ''] of text.matchAll(form)) if (isMeant(value)) return true
  return false
}
