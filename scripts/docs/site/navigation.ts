// The side list of all pages.
import { escapeHtml, type Group } from './page'

export const navigation = (groups: readonly Group[]): string => groups.map(renderGroup).join('\n')

function renderGroup({ title, links }: Group): string {
  const items = links.map(({ path, title: text }) => `<li><a href="${path}">${escapeHtml(text)}</a></li>`)
  return `<details><summary>${escapeHtml(title)}</summary>\n<ul>${items.join('\n')}</ul></details>`
}
