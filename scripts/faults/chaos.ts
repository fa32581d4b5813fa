// The faults of a trial: kills processes, and makes the platform fail.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../../src/simulator/faults'
import type { Random } from './random'
import type { SimulatorControl } from './simulator-control'

export interface Victim {
  /** `worker`, `api`, or the name of a server of the database. */
  readonly kind: string
  /** Resolves when it is dead, for a database when it accepts connections again. */
  readonly kill: (pauseMs: number) => Promise<void>
}

export interface ChaosOptions {
  readonly victims: readonly Victim[]
  readonly simulator: SimulatorControl
  readonly kills: number
  readonly milliseconds: number
  /** Length of the outage of the platform at the end, which exercises long retry delays. */
  readonly outageMs: number
  readonly random: Random
  readonly say: (message: string) => void
}

export interface Chaos {
  /** The kind of each victim. */
  readonly kills: readonly string[]
  /** The name of each fault of the platform. */
  readonly episodes: readonly string[]
  /** Resolves when the platform works again; processes may still be starting. */
  readonly done: Promise<unknown>
}

/** How often one kind is killed, relative to the others; 1 by default. */
const weights: Readonly<Record<string, number>> = { worker: 6, api: 4 }
const write = ':(assign|unassign)Role$'
const membership = '/memberships'

/**
 * One for each kind of answer that the server takes in another way; `npm run simulate` has all answers. Delays are
 * shorter than the servers' timeout of the platform.
 */
const episodes: Readonly<Record<string, readonly Fault[]>> = {
  throttled: [{ kind: 'throttle', retryAfter: 1, path: membership, every: 2 }],
  'half of the writes fail': [{ kind: 'reject', status: 503, path: write, every: 2 }],
  silent: [{ kind: 'hang', path: membership, every: 2 }],
  'applies, then drops': [{ kind: 'applyThenDrop', path: write, every: 2 }],
  'writes applied without response': [{ kind: 'applyThenHang', path: write, every: 2 }],
  'applies, then answers 408': [{ kind: 'applyThenStatus', status: 408, path: write, every: 3 }],
  'cuts answers': [{ kind: 'garbage', body: 'cut', path: write, every: 2 }],
  'slow writes, lost answers': [
    { kind: 'applyThenDrop', path: write, every: 3 },
    { kind: 'delay', ms: 1_200, path: write },
  ],
}

export function startChaos(options: ChaosOptions): Chaos {
  const [kills, names]: [string[], string[]] = [[], []]
  const until = Date.now() + options.milliseconds
  return { kills, episodes: names, done: Promise.all([killAll(options, until, kills), failAll(options, until, names)]) }
}

async function killAll(options: ChaosOptions, until: number, log: string[]): Promise<void> {
  const { victims, kills, milliseconds, random, say } = options
  for (let number = 1; number <= kills; number++) {
    const at = until - milliseconds + (number * milliseconds) / (kills + 1)
    await sleep(Math.max(0, at - Date.now() + random.between(-200, 200)))
    const kinds = [...new Set(victims.map(({ kind }) => kind))]
    const drawn = random.pick(kinds.flatMap((one) => Array.from({ length: weights[one] ?? 1 }, () => one)))
    // each kind at least once
    const kind = (number > kills / 3 && kinds.find((one) => !log.includes(one))) || drawn
    log.push(kind)
    say(`kill ${number} of ${kills}: ${kind}`)
    await random.pick(victims.filter((one) => one.kind === kind)).kill(random.between(0, 1_500))
  }
}

/** Makes the platform fail in one way after the other, with pauses. */
async function failAll(options: ChaosOptions, until: number, names: string[]): Promise<void> {
  const { simulator, random, outageMs, say } = options
  const left = (): number => Math.max(0, until - outageMs - Date.now())
  const live = async (name: string, faults: readonly Fault[], milliseconds: number): Promise<void> => {
    names.push(name)
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
