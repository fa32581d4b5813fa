// Pages, code blocks, headings, links.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(__dirname, '../..')

/** @param name path from the root of the project */
export const readPage = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8')

/** Paths of the pages from the root of the project. */
export const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name !== '' && !name.startsWith('.github/') && fs.existsSync(path.join(root, name)))

export interface Block {
  readonly language: string
  readonly text: string
}

const fence = /^```(\w*)\n([^]*?)^```$/gm

export function blocksOf(page: string): Block[] {
  return [...readPage(page).matchAll(fence)].map(([, language = '', text = '']) => ({ language, text }))
}

export const proseOf = (page: string): string => readPage(page).replace(fence, '')

/** Anchors of the headings, as GitHub makes them. */
export function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>()
  return [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

export interface Link {
  /** The page itself, for a link to its own heading. */
  readonly file: string
  readonly anchor: string | null
}

/** Links to files of the repository. */
export function linksOf(page: string): Link[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor = null] = target.split('#')
      return { file: file === '' ? page : path.join(path.dirname(page), file), anchor }
    })
}
