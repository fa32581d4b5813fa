// Preloaded into a server: ends it as `kill -9` does, when a transaction with an Idempotency-Key is committed.
const { Client } = require('pg')

const query = Client.prototype.query
Client.prototype.query = function (config, ...rest) {
  const text = typeof config === 'string' ? config : (config.text ?? '')
  if (text.includes('update "request_key"')) this.hasKey = true
  const result = query.call(this, config, ...rest)
  if (!this.hasKey || !/^commit/i.test(text)) return result
  return result.then(() => {
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => undefined)
  })
}
