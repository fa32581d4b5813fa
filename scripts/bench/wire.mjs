// Parses HTTP/1.1 responses from a plain socket.

const headEnd = '\r\n\r\n'

/**
 * Null: incomplete.
 * @throws without Content-Length
 */
export function wholeAnswer(received) {
  const end = received.indexOf(headEnd)
  if (end < 0) return null
  const head = received.latin1Slice(0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`a response has no Content-Length: ${head}`)
  if (received.length < end + headEnd.length + Number(length)) return null
  const status = Number(head.slice('HTTP/1.1 '.length).slice(0, 3))
  return {
    status,
    /** For messages. */
    get text() {
      return received.toString('utf8', 0, 2_000)
    },
  }
}
