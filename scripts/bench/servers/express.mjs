// Express and pg, written by hand: nothing is validated.
import express from 'express'
import { awardExperience, port, readMember } from './peer.mjs'

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(express.json())

app.get('/v2/members/:userId', async (request, response) => {
  send(response, await readMember(request.params.userId))
})

app.post('/v2/members/:userId/experience', async (request, response) => {
  send(response, await awardExperience(request.params.userId, request.body))
})

function send(response, answer) {
  if (answer) response.json(answer)
  else response.status(404).end()
}

app.listen(port, '127.0.0.1')
