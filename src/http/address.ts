// The client's IP address and its rate limit bucket.
import type { IncomingMessage } from 'node:http'
import net from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

export type Trust = (address: string, hop: number) => boolean

export function toTrust(trustProxy: number | string | false): Trust {
  if (typeof trustProxy === 'string') return proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()))
  return (_address, hop) => hop < Number(trustProxy)
}

/** IPv4-mapped IPv6 as IPv4; `unknown` when a proxy reports no address. */
export function callerAddress(request: IncomingMessage, trust: Trust): string {
  const ip = proxyAddr(request, trust)
  // another spelling, such as 3405803785 or 0313.0.0113.9, would be read as an address that the proxy did not mean
  return ip && net.isIP(ip) !== 0 ? ipaddr.process(ip).toString() : 'unknown'
}

/** An IPv4 address, or the /64 of an IPv6 subscriber. */
export function addressBucket(address: string): string {
  if (!address.includes(':')) return `address ${address}`
  return `address ${ipaddr.parse(address).toByteArray().slice(0, 8).join('.')}/64`
}
