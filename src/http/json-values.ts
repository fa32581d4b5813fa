// Limits a JSON text before parsing.
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const SPACE = 0x20
const OPEN_ARRAY = 0x5b
const OPEN_OBJECT = 0x7b

const MAX_TOKEN_BYTES = 1_024

/** Empty arrays and objects count twice; names do not count. */
export function findExcess(json: Uint8Array, maxValues: number): 'values' | 'digits' | null {
  let values = 1
  let token = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number
    if (isInString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      token = 0
      if (++values > maxValues) return 'values'
    } else if (byte === COLON || byte <= SPACE) token = 0
    else if (++token > MAX_TOKEN_BYTES) return 'digits'
  }
  return null
}
