// The console at /console: the files that `npm run build` makes of console/.
import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../base/project-root'
import type { PageText } from './site'

const AT = '/console'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** What Vite writes as the nonce (`html.cspNonce` in console/vite.config.ts). */
const PLACEHOLDER = '__NONCE__'

export interface Console {
  /** By path; file names contain a hash of the text. */
  readonly files: ReadonlyMap<string, () => PageText>
  /** The page of every screen. @param nonce of its styles, new for each answer */
  readonly page: (nonce: string) => PageText
}

/** Null: it was not built. */
export function readConsole(directory = path.join(projectRoot, 'dist/console')): Console | null {
  if (!fs.existsSync(path.join(directory, 'index.html'))) return null
  const names = fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })
  const files = names.flatMap((name): [string, () => PageText][] => {
    const type = types[path.extname(name)]
    if (type === undefined) return []
    const text = fs.readFileSync(path.join(directory, name), 'utf8')
    return [[`${AT}/${name.split(path.sep).join('/')}`, () => ({ type, text })]]
  })
  const { [`${AT}/index.html`]: page, ...assets } = Object.fromEntries(files)
  if (!page) return null
  const { type, text } = page()
  return {
    files: new Map(Object.entries(assets)),
    page: (nonce) => ({ type, text: text.replaceAll(PLACEHOLDER, nonce) }),
  }
}

export const isScreen = (at: string): boolean => at === AT || (at.startsWith(`${AT}/`) && path.extname(at) === '')
