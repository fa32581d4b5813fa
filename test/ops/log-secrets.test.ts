// No log line has a secret, whatever object is logged.
import { Writable } from 'node:stream'
import { makeLogger } from '../../src/base/logger'

const names = [
  ...['authorization', 'apiKey', 'password', 'credential', 'key', 'token', 'secret'],
  ...['accessToken', 'refreshToken', 'clientSecret'],
]

it.each(names)('the value of %s is not written, at three levels', (name) => {
  const lines: string[] = []
  const log = makeLogger('info', new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) }))
  const value = { [name]: 'not to be seen' }
  log.info({ ...value, one: { ...value, two: value } }, 'said')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    [name]: '[secret]',
    one: { [name]: '[secret]', two: { [name]: '[secret]' } },
    msg: 'said',
  })
})
