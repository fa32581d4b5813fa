// `npm run check`: everything that can be said of the code without running it. Each step's failure names its mend.
import { spawn } from 'node:child_process'

const steps = [
  { name: 'types', command: 'tsc --noEmit -p test/tsconfig.json' },
  { name: 'lint', command: 'eslint --max-warnings 0 .', mend: 'npx eslint --fix .' },
  { name: 'format', command: 'prettier --check --log-level warn .', mend: 'npx prettier --write .' },
  { name: 'generated code', command: 'tsx scripts/generate.ts --check', mend: 'npm run generate' },
  { name: 'contract (Redocly)', command: 'redocly lint openapi.yaml --config scripts/lint/redocly.yaml' },
  {
    name: 'contract (Spectral, OAS and OWASP)',
    command: 'spectral lint openapi.yaml --ruleset scripts/lint/spectral.yaml --fail-severity warn',
  },
  {
    name: 'clients (generated, compiled, called against a live server)',
    command: 'tsx scripts/clients/run.ts --check',
    // which of them this machine could not compile belongs into the log
    show: true,
  },
]

if (process.argv.includes('--help')) {
  console.log(`npm run check: ${steps.map(({ name }) => name).join(', ')}. Exits with 1 when one of them fails.`)
  process.exit(0)
}

/** Runs one step; its output is shown only when it fails. */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', ...command.split(' ')], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

const failed = []
for (const { name, command, mend, show } of steps) {
  const startedAt = performance.now()
  process.stdout.write(`${name} … `)
  const { ok, output } = await run(command)
  console.log(`${ok ? 'ok' : 'FAILED'} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (ok) {
    if (show) console.log(output.trimEnd())
    continue
  }
  failed.push(name)
  console.log(output.trimEnd())
  if (mend) console.log(`mend it with: ${mend}`)
}
if (failed.length > 0) {
  console.log(`check failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
