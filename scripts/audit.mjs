// `npm run audit`: known holes in what is installed for production. Without an advisory service it says so, and fails nothing.
import { spawnSync } from 'node:child_process'

if (process.argv.includes('--help')) {
  console.log('npm run audit: known holes in what is installed for production. Exits with 1 when there is one.')
  process.exit()
}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
const { metadata, vulnerabilities, message } = parse(stdout)
if (metadata === undefined) {
  console.log(`not asked: the registry's advisory service did not answer (${message ?? 'no answer'})`)
} else {
  const found = Object.values(vulnerabilities ?? {})
  for (const { name, severity, range } of found) console.log(`${severity}: ${name} ${range}`)
  console.log(`${metadata.dependencies.prod} packages for production, ${found.length} with known holes`)
  if (found.length > 0) process.exitCode = 1
}

/** npm's answer; an empty one when it is none. */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
