// HTTP/1.1 answers read off a plain socket.

const headEnd = '\r\n\r\n'

/**
 * The answer, once it is whole; null before.
 * @throws when its end cannot be known
 */
export function wholeAnswer(received) {
  const end = received.indexOf(headEnd)
  if (end < 0) return null
  const head = received.latin1Slice(0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer has no Content-Length: ${head}`)
  if (received.length < end + headEnd.length + Number(length)) return null
  const status = Number(head.slice('HTTP/1.1 '.length).slice(0, 3))
  return {
    status,
    /** Its beginning, for a message. Of what stands in the buffer then. */
    get text() {
      return received.toString('utf8', 0, 2_000)
    },
  }
}
