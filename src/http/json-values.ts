// Counts the values of a JSON text without parsing it: a parser makes an object of every two bytes, and only then is it counted.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const OPEN_OBJECT = 0x7b

/** Whether the text has more values than that; empty arrays and objects count as two. Names of properties do not count. */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  let values = 1
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isInString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if ((byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) && ++values > most) return true
  }
  return false
}
