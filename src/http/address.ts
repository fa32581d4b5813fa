// The client's IP address, and its rate limit bucket.
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

export type Trust = (address: string, hop: number) => boolean

/** Trusts that many nearest proxies, or the listed addresses and networks. */
export function toTrust(trustProxy: number | string | false): Trust {
  if (typeof trustProxy === 'string') return proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()))
  return (_address, hop) => hop < Number(trustProxy)
}

/** IPv4-mapped IPv6 becomes IPv4; `unknown` when a proxy reports no address. */
export function callerAddress(request: IncomingMessage, trust: Trust): string {
  const ip = proxyAddr(request, trust)
  return ip && ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : 'unknown'
}

/** An IPv4 address, or an IPv6 /64, which one subscriber owns. */
export function addressBucket(address: string): string {
  if (!address.includes(':')) return `address ${address}`
  return `address ${ipaddr.parse(address).toByteArray().slice(0, 8).join('.')}/64`
}
