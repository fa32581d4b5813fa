// Kills processes and makes the platform fail.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../../src/simulator/faults'
import type { Random } from './random'
import type { SimulatorControl } from './simulator-control'

/** `worker`, `api`, or the name of a server of the database. */
export type VictimKind = string

/** `kill` resolves when dead, for a database when it accepts connections again. */
export interface Victim {
  readonly kind: VictimKind
  kill(pauseMs: number): Promise<void>
}

export interface Kill {
  readonly kind: VictimKind
  readonly at: number
  /** Nothing can succeed then. */
  readonly duringOutage: boolean
}

export interface ChaosOptions {
  readonly victims: readonly Victim[]
  readonly simulator: SimulatorControl
  readonly kills: number
  readonly milliseconds: number
  /** At the end; exercises long retry delays. */
  readonly outageMs: number
  readonly random: Random
  readonly say: (message: string) => void
}

export interface Chaos {
  readonly kills: readonly Kill[]
  /** By name. */
  readonly episodes: ReadonlyMap<string, number>
  /** When the platform works again; processes may still start. */
  readonly done: Promise<void>
}

/** Relative frequency of kills. */
const weights: Readonly<Partial<Record<VictimKind, number>>> = { worker: 6, api: 4 }
const longestDeathMs = 1_500
const beforeOutageMs = 5_000
const write = ':(assign|unassign)Role$'
const membership = '/memberships'

/** Shorter than the servers' platform timeout. */
const episodes: Readonly<Record<string, readonly Fault[]>> = {
  throttled: [{ kind: 'throttle', retryAfter: 1, path: membership, every: 2 }],
  'one in ten fails': [{ kind: 'reject', status: 500, every: 10 }],
  'half of the writes fail': [{ kind: 'reject', status: 503, path: write, every: 2 }],
  silent: [{ kind: 'hang', path: membership, every: 2 }],
  'drops connections': [{ kind: 'drop', every: 3 }],
  'applies, then drops': [{ kind: 'applyThenDrop', path: write, every: 2 }],
  'writes applied without response': [{ kind: 'applyThenHang', path: write, every: 2 }],
  'applies, then answers 500': [{ kind: 'applyThenStatus', status: 500, path: write, every: 2 }],
  'applies, then answers 408': [{ kind: 'applyThenStatus', status: 408, path: write, every: 3 }],
  'answers HTML': [{ kind: 'garbage', body: 'html', path: membership, every: 3 }],
  'cuts answers': [{ kind: 'garbage', body: 'cut', path: write, every: 2 }],
  slow: [{ kind: 'delay', ms: 900, path: membership }],
  'slow writes, lost answers': [
    { kind: 'applyThenDrop', path: write, every: 3 },
    { kind: 'delay', ms: 1_200, path: write },
  ],
  'reads fail after a lost response': [
    { kind: 'applyThenDrop', path: write, every: 2 },
    { kind: 'reject', status: 503, method: 'GET', path: membership, every: 2 },
  ],
}

export function startChaos(options: ChaosOptions): Chaos {
  const kills: Kill[] = []
  const counts = new Map<string, number>()
  const until = Date.now() + options.milliseconds
  const done = Promise.all([killOnAndOn(options, until, kills), runEpisodes(options, until, counts)])
  return { kills, episodes: counts, done: done.then(() => undefined) }
}

async function killOnAndOn(options: ChaosOptions, until: number, log: Kill[]): Promise<void> {
  const { victims, kills, milliseconds, outageMs, random, say } = options
  const beganAt = until - milliseconds
  for (let number = 1; number <= kills; number++) {
    const at = beganAt + (number * milliseconds) / (kills + 1)
    await sleep(Math.max(0, at - Date.now() + random.between(-200, 200)))
    const victim = pickVictim(victims, random)
    log.push({ kind: victim.kind, at: Date.now(), duringOutage: Date.now() > until - outageMs - beforeOutageMs })
    say(`kill ${number} of ${kills}: ${victim.kind}`)
    await victim.kill(random.between(0, longestDeathMs))
  }
}

function pickVictim(victims: readonly Victim[], random: Random): Victim {
  const kinds = [...new Set(victims.map(({ kind }) => kind))]
  const drawn = random.pick(kinds.flatMap((kind) => Array.from({ length: weights[kind] ?? 1 }, () => kind)))
  return random.pick(victims.filter(({ kind }) => kind === drawn))
}

/** With pauses. */
async function runEpisodes(options: ChaosOptions, until: number, counts: Map<string, number>): Promise<void> {
  const { simulator, random, outageMs, say } = options
  const left = (): number => Math.max(0, until - outageMs - Date.now())
  const live = async (name: string, faults: readonly Fault[], milliseconds: number): Promise<void> => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    say(`the platform: ${name}`)
    await simulator.setFaults(faults)
    await sleep(milliseconds)
    await simulator.clearFaults()
  }
  while (left() > 0) {
    await sleep(Math.min(random.between(300, 2_000), left()))
    const name = random.pick(Object.keys(episodes))
    await live(name, episodes[name] ?? [], Math.min(random.between(1_000, 6_000), left()))
  }
  if (outageMs > 0) await live('away', [{ kind: 'drop' }], Math.max(0, until - Date.now()))
}
