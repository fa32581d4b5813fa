// Errors about URLs do not reveal internal names or addresses.
import { startTestApp, testSettings } from '../support/app'

const names: Readonly<Record<string, readonly string[]>> = {
  'database.internal': ['10.0.0.5'],
  'both.internal': ['93.184.216.34', '192.168.1.1'],
}
const resolve = (host: string): Promise<readonly string[]> =>
  names[host] ? Promise.resolve(names[host]) : Promise.reject(new Error(`queryA ENOTFOUND ${host}`))

it.each([
  ['nothing', 'https'],
  ['nothing', 'http'],
  [['172.16.0.0/12'], 'https'],
  [['172.16.0.0/12'], 'http'],
] as const)('the answer for an internal name equals that for a missing one (%j, %s)', async (allowPrivate, scheme) => {
  const app = await startTestApp({
    worker: false,
    settings: { ...testSettings, webhookTargets: { allowPrivate, resolve } },
  })
  try {
    const { client } = await app.community({ connected: false })
    const answers = []
    for (const host of [...Object.keys(names), 'absent.internal', '10.0.0.5']) {
      const { status, text } = await client.post('/v2/webhooks', {
        url: `${scheme}://${host}/hooks`,
        types: ['member.awarded'],
      })
      answers.push(`${status} ${text}`)
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^400 .*https/)
    const details = app.logs.map(({ detail }) => detail)
    if (scheme === 'https') expect(details).toContain('absent.internal does not resolve')
  } finally {
    await app.close()
  }
})
