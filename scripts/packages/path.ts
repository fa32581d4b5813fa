// Files of the packages that `npm run packages` installs.
import fs from 'node:fs'
import path from 'node:path'

const modules = path.join(__dirname, 'node_modules')

/** @throws Error when the packages are not installed, with the command that installs them */
export function packaged(file: string): string {
  const found = path.join(modules, file)
  if (!fs.existsSync(found)) throw new Error(`${file} is not installed. Run: npm run packages`)
  return found
}
