import { errorSentences } from '../../generated/error-sentences'
import { errorEffect, errorStatus } from '../../generated/errors'
import { sendRaw } from '../http/raw'
import { startTestApp, type TestApp } from '../support/app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const get = async (page: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(app.url + page, { headers })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

it('an error links to the page of its code', async () => {
  const { status, headers, body } = await sendRaw(app.url, { path: '/v2/members' })
  expect([status, headers['link']]).toEqual([401, '</docs/errors/missing_credentials>; rel="help"'])
  const [, page = ''] = /<([^>]+)>/.exec(headers['link'] ?? '') ?? []
  const { text } = await get(page)
  expect(text).toContain(`<h1 id="${body.error.code}"><code>${body.error.code}</code></h1>`)
})

it.each(Object.entries(errorStatus))(
  '%s has a page with its status, sentence, cause, remedy and effect',
  async (code, status) => {
    const page = await get(`/docs/errors/${code}`)
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8'])
    const markdown = await get(`/docs/errors/${code}.md`)
    expect([markdown.status, markdown.type]).toEqual([200, 'text/markdown; charset=utf-8'])
    const sections = markdown.text.split(/^## /m).map((section) => section.trimEnd().split('\n\n'))
    expect(sections.map(([title]) => title)).toEqual([
      `# \`${code}\``,
      ...['What happened', 'What to do', 'Effect of the request', 'Example', 'Operations'],
    ])
    const sentence = errorSentences[code as keyof typeof errorSentences]
    expect(sections[0]?.slice(1)).toEqual([`Status ${status}.`, `For people: ${sentence}`])
    const effect = errorEffect[code as keyof typeof errorEffect]
    expect(sections[3]?.[1]).toMatch(effect === 'none' ? /^None: / : /^Possible: /)
    for (const [, text = ''] of sections.slice(1)) expect(text).toMatch(/\S{3}/)
  },
)

it('the list of codes links to every page', async () => {
  const { text } = await get('/docs/errors')
  const linked = [...text.matchAll(/href="\.\.\/docs\/errors\/([^"#]+)"/g)].map(([, code]) => code)
  expect(linked.sort()).toEqual(Object.keys(errorStatus).sort())
})

it('an unknown path is a page for a browser, and an error of the contract for a program', async () => {
  for (const path of ['/docs/errors/no_such_code', '/docs/nothing', '/elsewhere']) {
    const page = await get(path, { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([page.status, page.type]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.text).toContain('<h1>No such page</h1>')
    const { status, body } = await sendRaw(app.url, { path })
    expect([status, body.error.code]).toEqual([404, 'route_not_found'])
  }
  const { status, body } = await sendRaw(app.url, { path: '/v2/nothing', headers: { Accept: 'text/html' } })
  expect([status, body.error.code]).toEqual([404, 'route_not_found'])
})
