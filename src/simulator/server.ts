// The platform simulator: one server for both hosts, whose paths do not overlap.
import { demoWorld } from './demo-world'
import { Faults } from './faults'
import { Journal } from './journal'
import { listen, type Listening, type ListenOptions } from './listener'
import type { Wire } from './messages'
import { platformControl } from './platform-control'
import { RateLimits } from './rate-limits'
import { reply } from './routes'
import { refuse, throttle } from './wire'
import type { World } from './world'
import { dumpWorld, openWorldFile } from './world-file'

export interface SimulatorOptions extends ListenOptions {
  /** Ignored when `stateFile` exists; default: the demo world. */
  readonly world?: World
  readonly stateFile?: string
  /** Default false. */
  readonly rateLimits?: boolean
}

export interface Simulator extends Listening {
  readonly world: World
  readonly faults: Faults
  readonly journal: Journal
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const seed = options.world ?? demoWorld()
  const world = options.stateFile === undefined ? seed : openWorldFile(options.stateFile, seed)
  const limits = new RateLimits(options.rateLimits ?? false)
  const journal = new Journal()
  const faults = new Faults()
  const wire: Wire = {
    name: 'platform simulator',
    reply: (request) => reply({ world, limits, journal }, request),
    refuse,
    throttle,
    state: () => dumpWorld(world),
    control: (request) => platformControl(world, journal, request),
  }
  return { world, faults, journal, ...(await listen(wire, faults, options)) }
}
