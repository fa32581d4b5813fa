// Addresses of the pages, and links to them.
import path from 'node:path'

export const operationPath = (tag: string, operationId: string): string => `${tagPath(tag)}#${operationId}`
export const tagPath = (tag: string): string => `/docs/reference/${tag}`

const ofRoot: Readonly<Record<string, string>> = {
  'docs/README.md': '/docs',
  'README.md': '/docs/about',
  'CONTRIBUTING.md': '/docs/contributing',
  'CHANGELOG.md': '/docs/changelog',
  'DEPENDENCIES.md': '/docs/dependencies',
  'openapi.yaml': '/openapi.yaml',
}

/** The address of a file of the repository; null: it is not served. */
export function servedPath(file: string): string | null {
  const known = ofRoot[file]
  if (known !== undefined) return known
  if (/^docs\/(workflows\/.+\.yaml|pictures\/.+\.svg)$/.test(file)) return `/${file}`
  return /^docs\/.+\.md$/.test(file) ? `/${file.slice(0, -'.md'.length)}` : null
}

/** The address that a link in a file of the repository leads to; null: its target is not served. */
export function servedLink(file: string, href: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [target = '', anchor] = href.split('#')
  const served = servedPath(path.posix.join(path.posix.dirname(file), target))
  return served === null ? null : `${served}${anchor === undefined ? '' : `#${anchor}`}`
}

const FENCE = /^```[^]*?^```$/gm

/** Rewrites the links and pictures outside of code blocks. Those that lead nowhere become their text. */
export function rewriteLinks(markdown: string, toHref: (href: string) => string | null): string {
  const code = markdown.match(FENCE) ?? []
  const prose = markdown.split(FENCE).map((text) =>
    text.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (_, mark: string, label: string, href: string) => {
      const target = toHref(href)
      return target === null ? label : `${mark}[${label}](${target})`
    }),
  )
  return prose.flatMap((text, index) => [text, code[index] ?? '']).join('')
}

/** Makes links between pages lead to their Markdown. */
export const toMarkdownLinks = (markdown: string): string =>
  rewriteLinks(markdown, (href) => href.replace(/^(\/docs[^#.]*)(#.*)?$/, '$1.md$2'))
