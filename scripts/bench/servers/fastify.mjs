// Fastify and pg: requests validated by Ajv and replies written by its schema serialiser, both from this contract's schemas.
import makeFastify from 'fastify'
import { loadContract } from '../../../dist/src/contract/document.js'
import { awardExperience, port, readMember } from './peer.mjs'

const { components } = loadContract()
const schema = (name) => ({ $ref: `contract#/components/schemas/${name}` })
const params = {
  type: 'object',
  required: ['userId'],
  properties: { userId: components.parameters.UserId.schema },
}
const querystring = { type: 'object', properties: { by: components.parameters.By.schema } }

// the contract's own keywords are not Ajv's
const app = makeFastify({ ajv: { customOptions: { strict: false } } })
app.addSchema({ $id: 'contract', components: { schemas: components.schemas } })

app.get(
  '/v2/members/:userId',
  { schema: { params, querystring, response: { 200: schema('MemberFetched') } } },
  async (request, reply) => (await readMember(request.params.userId)) ?? reply.code(404).send(),
)

app.post(
  '/v2/members/:userId/experience',
  { schema: { params, querystring, body: schema('PointsChange'), response: { 200: schema('ExperienceChanged') } } },
  async (request, reply) => (await awardExperience(request.params.userId, request.body)) ?? reply.code(404).send(),
)

await app.listen({ port, host: '127.0.0.1' })
