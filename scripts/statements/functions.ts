// The functions that queries.ts files export.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const source = path.join(__dirname, '..', '..', 'src')
/** The modules that an import gives, under tsx and under jest. */
const load = createRequire(__filename)

export interface QueryFunction {
  /** `<room> <function>` */
  readonly name: string
  readonly fn: unknown
  readonly file: string
}

/** Loads every queries.ts file, which declares every prepared statement. */
export function queryFunctions(): QueryFunction[] {
  return fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'queries.ts')
    .sort()
    .flatMap((file) => {
      const room = path.dirname(file).split(path.sep).join('/')
      const exported = load(path.join(source, file)) as Readonly<Record<string, unknown>>
      return Object.entries(exported)
        .filter(([, value]) => typeof value === 'function')
        .map(([name, fn]) => ({ name: `${room} ${name}`, fn, file: path.join(source, file) }))
    })
}
