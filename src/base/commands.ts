// The commands as the way of installing has them, for messages.
import fs from 'node:fs'
import path from 'node:path'
import { isInstalled, projectRoot } from './project-root'

/** An image has neither npm's scripts nor what they build with. */
const hasScripts = fs.existsSync(path.join(projectRoot, 'scripts/build.mjs'))

/** `community-admin` of a package, `npm run admin` of a checkout, the program of an image. */
export const adminCommand = isInstalled
  ? 'npx community-admin'
  : hasScripts
    ? 'npm run admin --'
    : 'node dist/src/admin/main.js'

export const migrateCommand = !isInstalled && hasScripts ? 'npm run migrate' : `${adminCommand} migrate`
