// Networks that a key may be used from.
import ipaddr from 'ipaddr.js'

export const MAX_NETWORKS = 100

export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Clears the bits after the prefix, as in `203.0.113.0/24`, and maps IPv4-mapped IPv6 to IPv4; null: invalid. */
export function canonicalNetwork(text: string): string | null {
  const [address = '', prefix, ...others] = text.split('/')
  if (others.length > 0 || !isAddress(address)) return null
  const kind = ipaddr.parse(address).kind()
  const cidr = prefix === undefined ? `${address}/${kind === 'ipv4' ? 32 : 128}` : text
  if (!ipaddr.isValidCIDR(cidr)) return null
  const [network, bits] = unmapped(ipaddr.parseCIDR(cidr))
  const start = `${network.toString()}/${bits}`
  return network.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(start).toString()}/${bits}`
    : `${ipaddr.IPv6.networkAddressFromCIDR(start).toString()}/${bits}`
}

/** @param texts canonical CIDR */
export const parseNetworks = (texts: readonly string[]): readonly Network[] =>
  texts.map((text) => ipaddr.parseCIDR(text))

export function isAllowed(networks: readonly Network[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const caller = ipaddr.process(address)
  return networks.some(([network, bits]) => network.kind() === caller.kind() && caller.match(network, bits))
}

/** @param text canonical CIDR */
export function isWithin(text: string, networks: readonly Network[]): boolean {
  const [address, bits] = ipaddr.parseCIDR(text)
  return networks.some(
    ([network, most]) => network.kind() === address.kind() && bits >= most && address.match(network, most),
  )
}

/** Excludes `010.0.0.1` and `127.1`, which are ambiguous. */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text))

function unmapped([address, bits]: Network): Network {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96]
  }
  return [address, bits]
}
