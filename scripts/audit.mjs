// `npm run audit`: vulnerabilities of production packages. Succeeds when the service is unavailable.
import { spawnSync } from 'node:child_process'

if (process.argv.includes('--help')) {
  console.log(
    'npm run audit: reports known vulnerabilities of the production packages. Exits with 1 when there is one.',
  )
  process.exit()
}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
const { metadata, vulnerabilities, message } = parse(stdout)
if (metadata === undefined) {
  console.log(`skipped: the advisory service of the registry did not answer (${message ?? 'no answer'})`)
} else {
  const found = Object.values(vulnerabilities ?? {})
  for (const { name, severity, range } of found) console.log(`${severity}: ${name} ${range}`)
  console.log(`${metadata.dependencies.prod} production packages, ${found.length} with known vulnerabilities`)
  if (found.length > 0) process.exitCode = 1
}

/** {}: no JSON. */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
