// Compiles the package for `npm pack`. Installs the compiler first where neither this folder nor the checkout has it.
import { execSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const { resolve } = createRequire(import.meta.url)
try {
  for (const name of ['typescript', 'openapi-fetch']) resolve(name)
} catch {
  execSync('npm install --ignore-scripts --no-package-lock --no-audit --no-fund', { stdio: 'inherit', cwd: folder })
}
execSync('tsc -p tsconfig.json', { stdio: 'inherit', cwd: folder })
