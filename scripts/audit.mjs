// `npm run audit`: known vulnerabilities of the production packages. Exits with 2 when the advisory service does not
// answer.
import { spawnSync } from 'node:child_process'

if (process.argv.includes('--help')) {
  console.log(
    'npm run audit: reports known vulnerabilities of the production packages. Exits with 1 when there is one, and with 2 when they were not checked.',
  )
  process.exit()
}

// npm's own limit is five minutes an attempt
const env = { npm_config_fetch_timeout: '30000', npm_config_fetch_retries: '1', ...process.env }
// the built files of the console contain its production packages
const answers = ['.', 'console'].map((cwd) => {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd, encoding: 'utf8', env })
  return parse(stdout)
})
const silent = answers.find(({ metadata }) => metadata === undefined)
if (silent !== undefined) {
  const reason = silent.message ?? 'no answer'
  console.error(`not checked: the advisory service of the registry did not answer (${reason}). Run it again later.`)
  process.exitCode = 2
} else {
  const found = answers.flatMap(({ vulnerabilities }) => Object.values(vulnerabilities ?? {}))
  const count = answers.reduce((sum, { metadata }) => sum + metadata.dependencies.prod, 0)
  for (const { name, severity, range } of found) console.log(`${severity}: ${name} ${range}`)
  console.log(`${count} production packages, ${found.length} with known vulnerabilities`)
  if (found.length > 0) process.exitCode = 1
}

/** npm's report; {} when it is not JSON. */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
