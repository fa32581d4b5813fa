// Runs a Luau file in a Luau virtual machine, with the environment of platform.luau: node run.mjs <spec.luau>.
// Environment: SERVER_URL, COMMUNITY_ID, COMMUNITY_KEY; optional FORM_ID and SCENARIOS (of test/clients/faults, each
// with its key).
// Prints one JSON line per case: {"name", "problem"}; problem is null or the error.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = path.resolve(here, '../../..')
// luau-web is installed by `npm run packages`
const { resolve } = createRequire(path.join(root, 'scripts/packages/package.json'))
const { LuauState } = await import(pathToFileURL(resolve('luau-web')).href)
const [specFile] = process.argv.slice(2)
const { SERVER_URL, COMMUNITY_ID, COMMUNITY_KEY, FORM_ID, SCENARIOS = '[]' } = process.env
const scenarios = JSON.parse(SCENARIOS)
/** Secrets of the game server, by name. */
const secrets = { CommunityKey: COMMUNITY_KEY }
for (const { id, key } of scenarios) secrets[id] = key
/** Milliseconds; the longest real wait of a case. A scenario waits as long as the client says. */
const longestWait = scenarios.length > 0 ? Infinity : 20

/** Faults for the next requests, in order; each applies once. */
const faults = []
/** All requests: method, path, headers, body, and status (0: no response). */
const requests = []

/** A value as Luau source: Luau sees JavaScript objects as userdata. */
function literal(value) {
  if (value === null || value === undefined) return 'nil'
  if (Array.isArray(value)) return `{${value.map(literal).join(',')}}`
  if (typeof value !== 'object') return typeof value === 'string' ? quoted(value) : String(value)
  const fields = Object.entries(value).map(([name, field]) => `[${quoted(name)}]=${literal(field)}`)
  return `{${fields.join(',')}}`
}

const quoted = (text) => `"${[...Buffer.from(text)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`

async function send(request) {
  const fault = faults.findIndex(({ path: wanted }) => request.url.includes(wanted))
  const [{ answer, lose, drop, raise } = {}] = fault < 0 ? [] : faults.splice(fault, 1)
  const { method, url, headers, body } = request
  const seen = { method, path: url.slice(SERVER_URL.length), headers, body: body ?? null, status: 0 }
  requests.push(seen)
  if (answer) {
    seen.status = answer.status
    return answer
  }
  if (drop) throw new Error('HttpError: ConnectFail')
  if (raise) throw new Error(raise)
  const response = await fetch(url, { method, headers, body })
  const text = await response.text()
  // the request was executed, but its response is lost
  if (lose) throw new Error('HttpError: Timedout')
  seen.status = response.status
  return { status: response.status, headers: Object.fromEntries(response.headers), body: text }
}

const state = await LuauState.createAsync({
  hostParse: (json) => state.loadstring(`return ${literal(JSON.parse(json))}`, '=json', true),
  hostSend: async (json) => JSON.stringify(await send(JSON.parse(json)).catch(({ message }) => ({ raised: message }))),
  hostSleep: (seconds) => new Promise((resolve) => setTimeout(resolve, Math.min(seconds * 1000, longestWait))),
  hostFault: (json) => void faults.push(JSON.parse(json)),
  hostRequests: () => JSON.stringify(requests.splice(0)),
  hostUuid: () => crypto.randomUUID(),
  hostEncode: (text) => encodeURIComponent(text),
  hostSetting: (name) =>
    ({ url: SERVER_URL, community: COMMUNITY_ID, key: COMMUNITY_KEY, form: FORM_ID, scenarios: SCENARIOS })[name],
  hostSecret: (name) => secrets[name] ?? '',
  hostReport: (name, problem) => void console.log(JSON.stringify({ name, problem: problem ?? null })),
  hostFile: (file) => fs.readFileSync(path.join(root, file), 'utf8'),
  hostSource: (file) => {
    const source = fs.readFileSync(path.join(root, file), 'utf8')
    return state.loadstring(source, `=${file}`, true)
  },
})

for (const file of [path.join(here, 'platform.luau'), path.resolve(specFile)]) {
  await state.loadstring(fs.readFileSync(file, 'utf8'), `=${path.basename(file)}`, true)()
}
