// A text that the server composes: made and compressed when it is first asked for, then sent from memory.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RequestHandler } from 'express'

export interface PageText {
  readonly type: string
  readonly text: string
}

interface Representation {
  readonly etag: string
  readonly bytes: Buffer
}

/** Its ETag depends on its text alone, so that the servers behind a load balancer have the same. */
export function documentOf(make: () => PageText): RequestHandler {
  let made: { readonly type: string; readonly plain: Representation } | undefined
  let packed: Promise<Representation> | undefined
  return async (request, response) => {
    const { type, plain } = (made ??= represent(make()))
    const takesGzip = request.acceptsEncodings('gzip', 'identity') === 'gzip'
    if (takesGzip) response.set('Content-Encoding', 'gzip')
    const { etag, bytes } = takesGzip ? await (packed ??= pack(plain)) : plain
    response.vary('Accept-Encoding').set({ 'Content-Type': type, ETag: etag }).send(bytes)
  }
}

function represent({ type, text }: PageText): { readonly type: string; readonly plain: Representation } {
  const bytes = Buffer.from(text)
  return { type, plain: { etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, bytes } }
}

async function pack({ bytes, etag }: Representation): Promise<Representation> {
  // a copy: the compressor's buffer is larger
  return { etag: etag.replace(/"$/, '-gzip"'), bytes: Buffer.from(await promisify(gzip)(bytes)) }
}
