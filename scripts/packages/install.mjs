import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

const help = `npm run packages: installs what the tools need beyond npm ci (scripts/packages)

  npm run packages            unless the lock file is that of the last time
  npm run packages -- --help  this text
`

if (process.argv.includes('--help')) {
  process.stdout.write(help)
  process.exit()
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const hash = createHash('sha256')
  .update(fs.readFileSync(`${folder}package-lock.json`))
  .digest('hex')
const stamp = `${folder}node_modules/.installed`

if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== hash) {
  process.stderr.write('installing the packages of the tools (scripts/packages)\n')
  execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' })
  fs.writeFileSync(stamp, hash)
}
