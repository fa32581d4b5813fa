// Opens a port.
import type http from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError } from '../../base/errors'

export interface ListenAddress {
  readonly host: string
  readonly port: number
  readonly variables: { readonly host: string; readonly port: string }
}

export async function openPort(server: http.Server, configured: ListenAddress): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, configured)))
    server.listen(configured.port, configured.host, resolve)
  })
  const { family, address, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function explain(error: NodeJS.ErrnoException, { host, port, variables }: ListenAddress): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`port ${port} on ${host} is already in use; set ${variables.port} to another port`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? ''))
    return new StartError(`${host} is not an address of this machine; set ${variables.host}`)
  if (error.code === 'EACCES')
    return new StartError(`this user may not open port ${port}; set ${variables.port} to a port above 1023`)
  return new StartError(`port ${port} on ${host} cannot be opened (${error.code}); set ${variables.host}`, {
    cause: error,
  })
}
