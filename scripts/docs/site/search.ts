// What the search finds: operations, error codes, and the sections of the pages.
import { operationsOf, type Contract } from '../../contract-rules/document'
import type { SitePage } from './page'
import { slugOf } from './page'
import { operationPath } from './paths'

interface Entry {
  readonly path: string
  readonly kind: 'operation' | 'error' | 'page'
  readonly title: string
  /** Identifiers, which the search weighs more than the text. */
  readonly names: string
  readonly text: string
}

/** By operation or page, words that readers search for. Synonyms of single words are in assets/site.js. */
const wordsOfReaders: Readonly<Record<string, string>> = {
  '/docs/guides/members': 'pagination paging pages',
  listMembers: 'pagination paging',
  createBlacklistEntry: 'ban kick',
  listBlacklistEntries: 'ban bans',
  liftBlacklistEntry: 'unban',
  '/docs/guides/moderation': 'ban kick unban',
  '/docs/guides/keys': 'login authentication',
  '/docs/guides/webhooks': 'webhook webhooks',
  createWebhook: 'webhook webhook',
  getKey: 'login authentication',
}

export function searchEntries(contract: Contract, guides: readonly SitePage[]): Entry[] {
  const { 'x-errors': errors } = contract.components.schemas.ErrorCode
  return [
    ...operationsOf(contract).map(({ id, path, method, node }): Entry => ({
      path: operationPath(node.tags?.[0] ?? '', id),
      kind: 'operation',
      title: node.summary ?? id,
      names: `${id} ${method} ${path} ${wordsOfReaders[id] ?? ''}`,
      text: plain(node.description ?? ''),
    })),
    ...Object.entries(errors).map(([code, { sentence, cause, remedy }]): Entry => ({
      path: `/docs/errors/${code}`,
      kind: 'error',
      title: code,
      names: code,
      text: plain(`${sentence} ${cause} ${remedy}`),
    })),
    ...guides.flatMap(sectionsOf),
  ]
}

function sectionsOf({ path, title, markdown }: SitePage): Entry[] {
  const [introduction = '', ...sections] = markdown.split(/^## /m)
  return [
    { path, kind: 'page', title, names: wordsOfReaders[path] ?? '', text: plain(introduction) },
    ...sections.map((section): Entry => {
      const heading = section.split('\n', 1)[0] ?? ''
      const text = plain(section.slice(heading.length))
      return { path: `${path}#${slugOf(heading)}`, kind: 'page', title: `${title}: ${plain(heading)}`, names: '', text }
    }),
  ]
}

/** The text without the marks of Markdown. */
const plain = (markdown: string): string =>
  markdown
    .replace(/<!--[^]*?-->/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/[`*#|[\]]|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
