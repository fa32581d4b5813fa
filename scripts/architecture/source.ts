// The files of src/ as they are, with what each imports.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(__dirname, '../..')
const source = path.join(root, 'src')

/** A file that another one names. */
export interface Import {
  readonly spec: string
  readonly names: string
  /** Inside the project: the file, without `.ts`, from the root. */
  readonly target: string | null
}
/** A file of src/ and what it imports. */
export interface SourceFile {
  /** From src/, as `progression/queries.ts`. */
  readonly name: string
  readonly text: string
  /** Without comments. */
  readonly code: string
  readonly imports: readonly Import[]
}

/** Every file of src/, by name. */
export const files: SourceFile[] = fs
  .readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((name) => {
    const text = fs.readFileSync(path.join(source, name), 'utf8')
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
    return { name, text, code, imports: importsOf(name, code) }
  })

function importsOf(name: string, code: string): Import[] {
  const statements = code.matchAll(/^(?:import|export)\s([^'"]*?)from\s+'([^']+)'|\bimport\('([^']+)'\)/gm)
  return [...statements].map(([, names = '', from, dynamic]) => {
    const spec = from ?? dynamic ?? ''
    const inside = spec.startsWith('.') ? path.relative(root, path.resolve(source, path.dirname(name), spec)) : null
    return { spec, names, target: inside }
  })
}

/**
 * `src/db/errors` and `src/db` belong to the room db, `src/config` is a room of its own, `generated/errors` belongs to
 * generated, and `src/ranks/handlers` to the layer `handlers`.
 */
export function roomOf(target: string): string {
  const [top = '', second = '', ...rest] = target.replace(/\.ts$/, '').split(path.sep)
  if (top !== 'src') return top
  return rest.at(-1) === 'handlers' ? 'handlers' : second
}

/** The room that a file is in. */
export const own = ({ name }: SourceFile): string => roomOf(path.join('src', name))
