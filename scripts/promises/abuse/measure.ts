// The cost of requests: stall of the event loop, memory, open descriptors.
import { readdirSync } from 'node:fs'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMegabytes } from '../../command'
import type { Supervised } from '../../faults/processes'

export interface Cost {
  readonly stallMs: number
  readonly megabytes: number
  readonly descriptors: number
}

export interface Meter {
  /** Measures from before the work until its descriptors are closed, at most two more seconds. */
  during(work: () => Promise<unknown>): Promise<Cost>
}

const sampleMs = 5
const closedWithinMs = 2_000

/** The cost of work during which the process ended. */
const fatal: Cost = { stallMs: Infinity, megabytes: Infinity, descriptors: 0 }

/** @param socketPath the socket of the server's probe */
export function makeMeter(server: Pick<Supervised, 'pid' | 'ready' | 'crashes'>, socketPath: string): Meter {
  const stall = async (): Promise<number> => {
    const told = await text(net.connect(socketPath))
    return (JSON.parse(told) as { stallMs: number }).stallMs
  }
  const measure = async (work: () => Promise<unknown>): Promise<Cost> => {
    await stall()
    const pid = server.pid()
    const [before, open] = [residentMegabytes(pid), descriptorsOf(pid)]
    let most = before
    const sample = (): void => {
      if (server.pid() === pid) most = Math.max(most, residentMegabytes(pid))
    }
    const sampling = setInterval(sample, sampleMs)
    try {
      await work()
      const deadline = performance.now() + closedWithinMs
      while (descriptorsOf(pid) > open && performance.now() < deadline) await sleep(20)
      sample()
    } finally {
      clearInterval(sampling)
    }
    const descriptors = Math.max(0, descriptorsOf(pid) - open)
    return { stallMs: await stall(), megabytes: most - before, descriptors }
  }
  return {
    async during(work) {
      const crashed = server.crashes()
      const cost = await measure(work).catch((error: unknown) => error as Error)
      if (cost instanceof Error) await sleep(1_000)
      await server.ready(60_000)
      if (server.crashes() > crashed) return fatal
      if (cost instanceof Error) throw cost
      return cost
    },
  }
}

const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** The least of each figure, because noise only increases them. */
export function leastOf(costs: readonly Cost[]): Cost {
  const least = (figure: keyof Cost): number => Math.min(...costs.map((cost) => cost[figure]))
  return { stallMs: least('stallMs'), megabytes: least('megabytes'), descriptors: least('descriptors') }
}
