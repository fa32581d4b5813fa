// The caller's IP address, and what requests without valid credentials are counted by.
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

/** Whether the proxy at this address and distance is trusted to name the caller before it. */
export type Trust = (address: string, hop: number) => boolean

/** Which proxies are trusted: that many from the nearest on, or those named. */
export function toTrust(trustProxy: number | string | false): Trust {
  if (typeof trustProxy === 'string') return proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()))
  return (_address, hop) => hop < Number(trustProxy)
}

/** The caller's address in its usual form: IPv4 also where it came mapped into IPv6; `unknown` when a proxy names none. */
export function callerAddress(request: IncomingMessage, trust: Trust): string {
  const ip = proxyAddr(request, trust)
  return ip && ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : 'unknown'
}

/** The bucket of an address: an IPv4 address, or the /64 that one IPv6 subscriber owns. */
export function addressBucket(address: string): string {
  if (!address.includes(':')) return `address ${address}`
  return `address ${ipaddr.parse(address).toByteArray().slice(0, 8).join('.')}/64`
}
