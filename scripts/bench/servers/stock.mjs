// openapi-backend on Express, as its documentation shows it: its own router and its own request validation.
import addFormats from 'ajv-formats'
import express from 'express'
import { OpenAPIBackend } from 'openapi-backend'
import { loadContract } from '../../../dist/src/contract/document.js'
import { padded } from '../padding.mjs'
import { awardExperience, port, readMember } from './peer.mjs'

const contract = loadContract()

const backend = new OpenAPIBackend({
  definition: process.env.OPERATIONS ? padded(contract, Number(process.env.OPERATIONS)) : contract,
  customizeAjv(ajv) {
    addFormats(ajv)
    for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
    return ajv
  },
})
const allow = () => true
backend.registerSecurityHandler('apiKey', allow)
backend.registerSecurityHandler('communityId', allow)
backend.register({
  getMember: async ({ request }, _, response) => send(response, await readMember(request.params.userId)),
  changeExperience: async ({ request }, _, response) =>
    send(response, await awardExperience(request.params.userId, request.requestBody)),
  validationFail: ({ validation }, _, response) => response.status(400).json({ errors: validation.errors }),
  notFound: (_context, _request, response) => response.status(404).end(),
  notImplemented: (_context, _request, response) => response.status(501).end(),
})

function send(response, answer) {
  if (answer) response.json(answer)
  else response.status(404).end()
}

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(express.json())
app.use((request, response) => {
  const { method, path, query, body, headers } = request
  return backend.handleRequest({ method, path, query, body, headers }, request, response)
})

await backend.init()
app.listen(port, '127.0.0.1')
