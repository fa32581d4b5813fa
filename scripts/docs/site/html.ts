// Markdown to HTML without inline styles or scripts.
import { Marked, type Tokens } from 'marked'
import { escapeHtml, slugOf } from './page'

/** @param toHref the address of a link; null: its target has no page, so only the text is kept */
export function renderMarkdown(markdown: string, toHref: (href: string) => string | null = (href) => href): string {
  const slugs = new Map<string, number>()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = uniqueSlug(slugOf(text), slugs)
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      table({ header, rows }: Tokens.Table) {
        const inline = ({ tokens }: Tokens.TableCell): string => this.parser.parseInline(tokens)
        // shown beside the cell on a narrow screen, where the rows are stacked
        const labels = header.map(({ text }) =>
          text === '' ? '' : ` data-label="${escapeHtml(text.replaceAll('`', ''))}"`,
        )
        const cells = (row: readonly Tokens.TableCell[]): string =>
          row.map((cell, index) => `<td${labels[index] ?? ''}>${inline(cell)}</td>`).join('')
        const head = header.map((cell) => `<th>${inline(cell)}</th>`).join('')
        const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')
        return `<div class="table"><table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table></div>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const target = toHref(href)
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`
      },
      code: ({ text, lang = '' }: Tokens.Code) =>
        `<pre tabindex="0"${lang ? ` data-language="${escapeHtml(lang)}"` : ''}><code>${escapeHtml(text)}</code></pre>\n`,
      image({ href, text }: Tokens.Image) {
        const source = toHref(href)
        return source === null ? escapeHtml(text) : `<img src="${escapeHtml(source)}" alt="${escapeHtml(text)}">`
      },
      html: ({ text }) => (/^<!--[^]*-->\s*$/.test(text) ? '' : escapeHtml(text)),
    },
  })
  return marked.parse(markdown, { async: false })
}

function uniqueSlug(slug: string, seen: Map<string, number>): string {
  const count = seen.get(slug) ?? 0
  seen.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count}`
}
