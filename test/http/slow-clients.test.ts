// Slow connections are closed.
import net, { type AddressInfo } from 'node:net'
import { once } from 'node:events'
import express from 'express'
import { makeHttpServer } from '../../src/http/server'

const body = 'POST /v2/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'

it('closes connections of slow senders within 15 seconds', () => {
  const server = makeHttpServer(express())
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = server as typeof server & {
    connectionsCheckingInterval: number
  }
  expect(headersTimeout).toBeGreaterThan(0)
  expect(requestTimeout).toBeGreaterThanOrEqual(headersTimeout)
  expect(requestTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(15_000)
})

// shorter than the server's timeouts
describe('with short timeouts, a connection', () => {
  const server = makeHttpServer(express().use((request) => void request.resume()))
  beforeAll(async () => {
    Object.assign(server, { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 50 })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it.each([
    ['sends nothing', ''],
    ['sends half a request line', 'GET /v2/ra'],
    ['sends half of its headers', 'GET /v2/ranks HTTP/1.1\r\nHost: x\r\nX-A: '],
    ['sends half of its body', body],
  ])(
    'that %s is closed',
    async (_, text) => {
      const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.on('error', () => undefined).resume()
      socket.write(text)
      await once(socket, 'close')
    },
    8_000,
  )

  it('that sends one byte at a time is closed, too', async () => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined).resume()
    socket.write(body)
    const drip = setInterval(() => socket.write(' '), 20)
    await once(socket, 'close')
    clearInterval(drip)
  }, 8_000)
})
