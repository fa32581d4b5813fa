// Files of src/ and their imports.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(__dirname, '../..')
const source = path.join(root, 'src')

/** An import or a re-export. */
export interface Import {
  readonly spec: string
  /** The import clause; empty for a dynamic import. */
  readonly names: string
  readonly kind: 'static' | 'type' | 'dynamic'
  /** The file from the root of the project, without extension; null: outside the project. */
  readonly target: string | null
}
export interface SourceFile {
  /** From src/, as `awards/points/queries.ts`. */
  readonly name: string
  readonly text: string
  /** Without comments. */
  readonly code: string
  readonly imports: readonly Import[]
}

/** Every file of src/, sorted by name. */
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
    const file = spec.replace(/\.js$/, '')
    const target = spec.startsWith('.') ? path.relative(root, path.resolve(source, path.dirname(name), file)) : null
    const kind = from === undefined ? 'dynamic' : names.startsWith('type ') ? 'type' : 'static'
    return { spec, names, kind, target }
  })
}

/** `db` for `src/db/errors`, `context` for `src/context`, `generated` for `generated/errors`. */
export function roomOf(target: string): string {
  const [top = '', second = ''] = target.replace(/\.ts$/, '').split(path.sep)
  return top === 'src' ? second : top
}

export const own = ({ name }: SourceFile): string => roomOf(path.join('src', name))
