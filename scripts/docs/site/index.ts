// generated/site.json: the pages of /docs, one in each line.
import fs from 'node:fs'
import path from 'node:path'
import type { Contract } from '../../contract-rules/document'
import { errorPages } from './errors'
import { navigation } from './navigation'

const assets = { '/docs/site.css': 'text/css; charset=utf-8' }

export function renderSite(contract: Contract): string {
  const pages = errorPages(contract)
  const navigationHtml = navigation([{ title: 'Errors', links: [{ path: '/docs/errors', title: 'Error codes' }] }])
  const files = Object.entries(assets).map(([name, type]) => ({ path: name, type, text: readAsset(name) }))
  const lines = (items: readonly unknown[]): string => items.map((item) => JSON.stringify(item)).join(',\n')
  return `{"navigation":${JSON.stringify(navigationHtml)},\n"pages":[\n${lines(pages)}],\n"files":[\n${lines(files)}]}\n`
}

const readAsset = (name: string): string => fs.readFileSync(path.join(__dirname, 'assets', path.basename(name)), 'utf8')
