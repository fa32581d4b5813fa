// Long scripts, and whether they meet the aims.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { recoveryOf, type Step, type StepAbove } from '../overload/table.mjs'
import type { Finding } from './check'
import type { Result } from './table'

export const commands = ['faults', 'overload'] as const
export type Command = (typeof commands)[number]

const root = path.resolve(__dirname, '../..')
const aims: Readonly<Record<Command, string>> = {
  faults: 'nothing lost or doubled; everything ended within 60 s of the last fault',
  overload: 'at 5 × the peak, 80 % of it served, the rest rejected; recovery within 10 s; bounded memory',
}

/** Progress goes to stderr. */
export async function runCommand(name: Command): Promise<Result> {
  const options = name === 'overload' ? ['--', '--json', '--factors', '5'] : []
  const child = spawn('npm', ['run', '--silent', name, ...options], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  const check = { id: name, title: `npm run ${name}`, aim: aims[name] }
  if (code !== 0 && name === 'overload') return { check, figure: `exit code ${code}`, kept: false }
  return { check, ...(name === 'faults' ? readFaults(printed, code) : readOverload(printed)) }
}

/** The exit code and rows. */
function readFaults(printed: string, code: number | null): Finding {
  const rowOf = (name: string): string => new RegExp(`\\| ${name} \\| (.*) \\|`).exec(printed)?.[1] ?? '?'
  const [killed, accepted, last] = ['killed with SIGKILL', 'operations accepted', 'from the last fault to the last end']
  const counts = ['\\*\\*done twice\\*\\*', '\\*\\*lost\\*\\*'].map(rowOf)
  const figure = `${rowOf(killed)} killed, ${rowOf(accepted)} accepted, ${counts.join(' doubled, ')} lost; last end after ${rowOf(last)}`
  return { figure, kept: code === 0 }
}

function readOverload(printed: string): Finding {
  const { steps } = JSON.parse(printed) as { steps: { calm: Step; above: readonly StepAbove[] } }
  const step = steps.above[0] as StepAbove
  const perSecond = ({ served, seconds }: Step): number => served / seconds
  const share = perSecond(step) / perSecond(step.peak)
  const recovery = recoveryOf(step, steps.calm)
  const megabytes = step.mostBytes / 2 ** 20
  return {
    figure: `${(share * 100).toFixed(0)} % of the peak served, ${step.refused} rejected, ${step.other} other responses; recovered after ${recovery} s; ${megabytes.toFixed(0)} MB`,
    kept: share >= 0.8 && step.other === 0 && Number(recovery) <= 10 && megabytes < 512,
  }
}
