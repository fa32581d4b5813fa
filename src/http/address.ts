// The client's IP address and its rate limit bucket.
import net from 'node:net'
import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/** By the setting `trust proxy`; IPv4-mapped IPv6 as IPv4; `unknown` when a proxy reports no address. */
export function callerAddress({ ip }: Request): string {
  // another spelling, such as 3405803785 or 0313.0.0113.9, would be read as an address that the proxy did not mean
  return ip && net.isIP(ip) !== 0 ? ipaddr.process(ip).toString() : 'unknown'
}

/** An IPv4 address, or the /64 of an IPv6 subscriber. */
export function addressBucket(address: string): string {
  if (!address.includes(':')) return `address ${address}`
  return `address ${ipaddr.parse(address).toByteArray().slice(0, 8).join('.')}/64`
}
