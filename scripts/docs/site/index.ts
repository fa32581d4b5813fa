// The pages of /docs.
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import type { Contract } from '../../contract-rules/document'
import { errorPages } from './errors'
import { readGuides, readPictures, readWorkflows } from './guides'
import { navigation } from './navigation'
import type { Site, SitePage } from './page'
import { toMarkdownLinks } from './paths'
import { renderReference } from './reference'
import { searchEntries } from './search'

export function renderSite(contract: Contract): Site {
  const guides = readGuides()
  const reference = renderReference(contract)
  const errors = { title: 'Errors', links: [{ path: '/docs/errors', title: 'Error codes' }] }
  const overview = {
    title: 'Start',
    links: [
      { path: '/docs', title: 'Make your first call' },
      { path: '/docs/reference', title: 'Reference' },
    ],
  }
  const pages = [...guides.pages, ...reference.pages, ...errorPages(contract)]
  const files = [
    { path: '/docs/site.css', text: readAsset('site.css') },
    { path: '/docs/icon.svg', text: readAsset('icon.svg') },
    { path: '/docs/site.js', text: readAsset('site.js') },
    { path: '/docs/minisearch.js', text: searchLibrary() },
    ...readWorkflows(),
    ...readPictures(),
    { path: '/llms.txt', text: listForModels(contract, pages) },
  ]
  const html = [
    navigation([overview]),
    `<p>Reference</p>`,
    navigation([...reference.groups, errors]),
    '<p>Guides</p>',
    navigation(guides.groups),
  ].join('\n')
  const shown = pages.map((page) => ({ ...page, markdown: toMarkdownLinks(page.markdown) }))
  return { navigation: html, pages: shown, search: searchEntries(contract, guides.pages), files }
}

const readAsset = (name: string): string => fs.readFileSync(path.join(__dirname, 'assets', name), 'utf8')

/** The library of the search without its comments, which are most of it. */
function searchLibrary(): string {
  const source = fs.readFileSync(path.join(path.dirname(require.resolve('minisearch')), '../umd/index.js'), 'utf8')
  const options = { removeComments: true, target: ts.ScriptTarget.ES2020 }
  return ts.transpileModule(source.replace(/^\/\/# sourceMappingURL.*$/m, ''), { compilerOptions: options }).outputText
}

/** The list of the pages in the form of https://llmstxt.org. */
function listForModels(contract: Contract, pages: readonly SitePage[]): string {
  const list = (beginning: RegExp): string =>
    pages
      .filter(({ path: at }) => beginning.test(at))
      .map(({ path: at, title }) => `- [${title}](${at}.md)`)
      .join('\n')
  const { title, description } = (contract as unknown as { info: { title: string; description: string } }).info
  return [
    `# ${title}`,
    `> ${description.split('\n\n')[0]?.replace(/\s+/g, ' ').trim()}`,
    'The contract is [openapi.yaml](/openapi.yaml), [as JSON](/openapi.json), or [as OpenAPI 3.1](/openapi-3.1.json). The pages for users of the API in one file: [llms-full.txt](/llms-full.txt).',
    `## Reference\n\n${list(/^\/docs\/reference/)}\n- [Error codes](/docs/errors.md): each has a page at /docs/errors/<code>.md`,
    `## Guides\n\n${list(/^\/docs\/(guides\/|api-overview|conformance)/)}`,
    `## Optional\n\n${list(/^\/docs\/(operations|performance|reliability|about|changelog)/)}`,
  ].join('\n\n')
}
