// The packages of a production installation.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(__dirname, '../..')

/** Links what `npm ci` installs with NODE_ENV=production, except `leftOut`. */
export function linkPackages(into: string, leftOut: readonly string[] = []): void {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  for (const [place, { dev }] of Object.entries(lock.packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1]
    if (name === undefined || dev === true || leftOut.includes(name)) continue
    if (!fs.existsSync(path.join(root, place))) continue
    fs.mkdirSync(path.dirname(path.join(into, place)), { recursive: true })
    fs.symlinkSync(path.join(root, place), path.join(into, place))
  }
}
