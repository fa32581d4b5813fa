// The noun `distribute`.
import { auditOrder } from '../../audit/order'
import { withSession } from '../../transfer/snapshot'
import type { Step } from '../../db-citus/adaptations'
import { planDistribution, requireCluster, runStep } from '../../db-citus/distribute'
import type { Base } from '../../communities/actions'
import type { Answer, Terminal } from '../output'
import type { OpenStore } from '../session'
import { optional } from '../options'
import type { Noun } from '../verbs'

interface Flags {
  readonly dryRun?: boolean
}

const help = `Stop the servers first. Each step is a transaction: after an interruption run the command again, which goes on with
the steps that are left. Run it again after the engine has moved shards, before the servers start.`

export function addVerbs(noun: Noun): void {
  noun.verb<Flags>({
    verb: 'run',
    isDefault: true,
    summary: 'store the large tables on the nodes, by community',
    flags: [optional('--dry-run', 'print the steps, and change nothing')],
    examples: ['--dry-run', '--yes'],
    help,
    confirm: (_, { dryRun }) => (dryRun === true ? null : 'The large tables move to the nodes; this is not undone.'),
    run: distribute,
  })
}

function distribute(_: Base, { dryRun }: Flags, { stderr }: Terminal, store: OpenStore): Promise<Answer> {
  return withSession(store.ownerUrl, async (client) => {
    const cluster = await requireCluster(client)
    const steps = await planDistribution(client)
    if (dryRun === true) return answerOf(cluster, steps, 'left')
    for (const [index, step] of steps.entries()) {
      stderr.write(`${index + 1} of ${steps.length}: ${step.name}\n`)
      await runStep(client, step)
    }
    await auditOrder.run(client, (message) => void stderr.write(`${message}\n`))
    return answerOf(cluster, steps, 'done')
  })
}

function answerOf(
  { version, nodes }: { readonly version: string; readonly nodes: number },
  steps: readonly Step[],
  state: 'left' | 'done',
): Answer {
  const names = steps.map(({ name }) => name)
  return {
    json: { citus: version, nodes, state, steps: names },
    human: {
      fields: { Citus: version, 'nodes with shards': nodes, [`steps ${state}`]: names.length },
      table: { columns: ['step'], rows: names.map((name) => [name]) },
    },
  }
}
