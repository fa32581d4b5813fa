// The folder that the server reads its files from.
import fs from 'node:fs'
import path from 'node:path'
import { StartError } from './errors'

/** Contains openapi.yaml, sql/ and package.json. */
export const projectRoot = findRoot(__dirname)

/** False for a checkout or an unpacked release, which is started with `npm start`. */
export const isInstalled = projectRoot.split(path.sep).includes('node_modules')

function findRoot(from: string): string {
  if (fs.existsSync(path.join(from, 'openapi.yaml'))) return from
  const up = path.dirname(from)
  if (up === from) throw new StartError('openapi.yaml is missing; start the server from a complete checkout')
  return findRoot(up)
}
