// Opening a port, with a sentence for whoever chose one that cannot be had.
import type http from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError } from '../errors'

export interface Place {
  readonly host: string
  readonly port: number
  /** What the operator sets to have another. */
  readonly variables: { readonly host: string; readonly port: string }
}

/**
 * Listens there.
 * @returns the base URL, with the port that was given where 0 was asked for
 * @throws StartError
 */
export async function openPort(server: http.Server, place: Place): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, place)))
    server.listen(place.port, place.host, resolve)
  })
  const { family, address, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function explain(error: NodeJS.ErrnoException, { host, port, variables }: Place): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`port ${port} on ${host} is taken; set ${variables.port} to another one`)
  if (error.code === 'EADDRNOTAVAIL')
    return new StartError(`${host} is not an address of this machine; set ${variables.host}`)
  if (error.code === 'EACCES')
    return new StartError(`port ${port} may not be opened by this user; set ${variables.port} to one above 1023`)
  return error
}
