// Which URLs webhooks may be sent to: resolves the name once and checks every address.
import ipaddr from 'ipaddr.js'
import type { WebhookTargets } from '../context'

/**
 * The message is the same for all results of the DNS lookup, so that internal names cannot be probed. `detail` is for
 * the log.
 */
export class TargetRefused extends Error {
  constructor(
    message: string,
    readonly detail: string = message,
  ) {
    super(message)
    this.name = 'TargetRefused'
  }
}

const unreachable = (detail: string): TargetRefused =>
  new TargetRefused('must be an https URL of a host that has public addresses only', detail)

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** @throws TargetRefused for a URL or an address that is not allowed, or a name without addresses */
export async function resolveTarget(url: string, targets: WebhookTargets): Promise<readonly string[]> {
  const { protocol, hostname } = parseTarget(url)
  if (protocol === 'http:' && targets.allowPrivate === 'nothing') throw new TargetRefused('must begin with https://')
  const addresses = await addressesOf(hostname, targets)
  if (addresses.some((address) => !isPublic(address) && !isAllowed(address, targets))) {
    throw unreachable(`${hostname} has an address that is not public and not in WEBHOOK_ALLOW_PRIVATE`)
  }
  if (protocol === 'http:' && addresses.some((address) => !isAllowed(address, targets))) {
    throw unreachable(`${hostname} has an address that plain http is not allowed to`)
  }
  return addresses
}

/** Addresses are normalised: `2130706433` becomes 127.0.0.1. */
function parseTarget(url: string): URL {
  if (!URL.canParse(url)) throw new TargetRefused('is not a URL')
  const parsed = new URL(url)
  if (!['https:', 'http:'].includes(parsed.protocol)) throw new TargetRefused('must begin with https://')
  if (parsed.username !== '' || parsed.password !== '') {
    throw new TargetRefused('must not hold a user name or password; messages are signed instead')
  }
  if (parsed.port !== '' && OTHER_PROTOCOLS.includes(Number(parsed.port))) {
    throw new TargetRefused('must not have the port of a protocol other than HTTP, such as 22')
  }
  return parsed
}

/**
 * Ports of mail, remote shells, files, databases, chat and telephony, which browsers refuse too (Fetch, "port
 * blocking"). Their servers read lines, so a request that another party chooses could be commands to them. Port 0 is
 * reserved.
 */
const OTHER_PROTOCOLS: readonly number[] = [
  0, 20, 21, 22, 23, 25, 53, 69, 110, 111, 119, 135, 139, 143, 179, 389, 445, 465, 512, 513, 514, 515, 587, 636, 873,
  993, 995, 1433, 1521, 1723, 2049, 3306, 3389, 5060, 5061, 5432, 5900, 6000, 6379, 6665, 6666, 6667, 6668, 6669, 6697,
  11211, 27017,
]

async function addressesOf(hostname: string, targets: WebhookTargets): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(literal)) return [literal]
  const addresses = await targets.resolve(hostname).catch(() => [])
  if (addresses.length === 0) throw unreachable(`${hostname} does not resolve`)
  return addresses
}

function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
}

function isAllowed(address: string, { allowPrivate }: WebhookTargets): boolean {
  if (allowPrivate === 'nothing' || !ipaddr.isValid(address)) return false
  if (allowPrivate === 'anything') return true
  // unwraps IPv4-mapped IPv6 addresses
  const parsed = ipaddr.process(address)
  return allowPrivate.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === parsed.kind() && parsed.match([base, bits] as never)
  })
}
