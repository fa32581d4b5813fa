// Where a webhook may be sent: a URL is taken apart, its name resolved once, and every address judged, before anything is sent.
import ipaddr from 'ipaddr.js'
import type { WebhookTargets } from '../context'

/** Why a URL may not be called; the message is for whoever chose it. */
export class TargetRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TargetRefused'
  }
}

/** Public IPv6 addresses are given out from here alone; what embeds another address lies elsewhere, or has a range of its own. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * The addresses to connect to for this URL.
 * @throws TargetRefused for a URL or an address that the configuration does not allow, and for a name without addresses
 */
export async function resolveTarget(url: string, targets: WebhookTargets): Promise<readonly string[]> {
  const { protocol, hostname } = parseTarget(url)
  const addresses = await addressesOf(hostname, targets)
  if (addresses.some((address) => !isPublic(address) && !isAllowed(address, targets))) {
    throw new TargetRefused('leads to an address that is not public, which this deployment does not allow')
  }
  if (protocol === 'http:' && addresses.some((address) => !isAllowed(address, targets))) {
    throw new TargetRefused('must begin with https://')
  }
  return addresses
}

/** What URL makes of it: `0x7f000001` and `2130706433` are 127.0.0.1 by then. */
function parseTarget(url: string): URL {
  if (!URL.canParse(url)) throw new TargetRefused('is not a URL')
  const parsed = new URL(url)
  if (!['https:', 'http:'].includes(parsed.protocol)) throw new TargetRefused('must begin with https://')
  if (parsed.username !== '' || parsed.password !== '') {
    throw new TargetRefused('must not hold a user name or password; messages are signed instead')
  }
  return parsed
}

async function addressesOf(hostname: string, targets: WebhookTargets): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(literal)) return [literal]
  const addresses = await targets.resolve(hostname).catch(() => [])
  if (addresses.length === 0) throw new TargetRefused('names a host that does not resolve')
  return addresses
}

/** Whether anybody on the internet could reach it: what is not known to be so is not. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
}

function isAllowed(address: string, { allowPrivate }: WebhookTargets): boolean {
  if (allowPrivate === 'nothing' || !ipaddr.isValid(address)) return false
  if (allowPrivate === 'anything') return true
  // an IPv4 address in IPv6 clothes is what it is
  const parsed = ipaddr.process(address)
  return allowPrivate.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === parsed.kind() && parsed.match([base, bits] as never)
  })
}
