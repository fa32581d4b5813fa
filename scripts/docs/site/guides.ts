// The pages of the repository, in the groups of docs/README.md.
import fs from 'node:fs'
import path from 'node:path'
import { renderMarkdown } from './html'
import type { Group, SitePage } from './page'
import { rewriteLinks, servedLink, servedPath } from './paths'

const root = path.resolve(__dirname, '../../..')
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')

const home = 'docs/README.md'

export interface Guides {
  readonly pages: readonly SitePage[]
  readonly groups: readonly Group[]
}

/** @throws Error for a page that docs/README.md does not list */
export function readGuides(): Guides {
  const sections = read(home).split(/^## /m).slice(1)
  const groups = sections
    .map((section): Group => ({ title: section.split('\n', 1)[0] ?? '', links: linksOf(section) }))
    .filter(({ links }) => links.length > 0)
  const listed = new Set(groups.flatMap(({ links }) => links.map((link) => link.path)))
  const files = [home, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'DEPENDENCIES.md', ...pagesBelow('docs')]
  const unlisted = pagesBelow('docs').filter((file) => !listed.has(servedPath(file) ?? ''))
  if (unlisted.length > 0) throw new Error(`docs/README.md does not list ${unlisted.join(', ')}. Add a row for it.`)
  return { pages: files.map(toPage), groups }
}

/** Arazzo documents, whose `../../openapi.yaml` is the served contract too. */
/** The pictures that are text; README's screenshots are not. */
export const readPictures = (): { path: string; text: string }[] =>
  fs
    .readdirSync(path.join(root, 'docs/pictures'))
    .filter((name) => name.endsWith('.svg'))
    .sort()
    .map((name) => ({ path: `/docs/pictures/${name}`, text: read(`docs/pictures/${name}`) }))

export const readWorkflows = (): { path: string; text: string }[] =>
  fs
    .readdirSync(path.join(root, 'docs/workflows'))
    .sort()
    .map((name) => ({
      path: `/docs/workflows/${name}`,
      text: read(`docs/workflows/${name}`),
    }))

const linksOf = (section: string): Group['links'] =>
  [...section.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gm)].flatMap(([, title = '', href = '']) => {
    const served = servedLink(home, href)
    return served === null ? [] : [{ path: served, title }]
  })

const pagesBelow = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.md') && file !== home)
    .sort()

function toPage(file: string): SitePage {
  const markdown = rewriteLinks(read(file).replace(/^<!--.*?-->\n+/gm, ''), (href) => servedLink(file, href))
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file
  return { path: servedPath(file) ?? '', title, markdown, html: renderMarkdown(markdown) }
}
