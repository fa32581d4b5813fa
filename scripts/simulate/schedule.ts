// Runs the schedule of a seed.
import { planActs, reconnect, resume, type Deployment } from './acts'
import type { History } from './history'
import { HEALED_AFTER_SECONDS, Process, Simulation, type Options } from './simulation'
import { startWorker } from './workers'

const WORKERS = 2
/** Seconds after which the acts of a calm schedule are over. */
const CALM_SECONDS = 4

export function simulate(options: Options): Promise<History> {
  const sim = new Simulation(options)
  const process = (name: string) => new Process(name, sim.clock)
  const workers = Array.from({ length: WORKERS }, (_, index) => process(`worker${index + 1}`))
  const deployment: Deployment = { sim, api: process('api'), workers }
  options.bug?.start?.(sim)
  for (const worker of workers) {
    worker.start = () => startWorker(sim, worker)
    worker.start()
  }
  planActs(deployment)
  const healedAfter = options.path === undefined ? HEALED_AFTER_SECONDS : CALM_SECONDS
  sim.clock.after(healedAfter * 1_000, () => heal(deployment))
  return sim.run()
}

/** From here on nothing fails, so every rank change has to end. */
function heal({ sim }: Deployment): void {
  sim.isHealed = true
  sim.tell('all', 'faults end')
  for (const { id, owner, paused } of sim.database.communities.values()) {
    reconnect(sim, owner)
    if (paused) resume(sim, id)
  }
}
