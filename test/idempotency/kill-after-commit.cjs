// Preloaded into a server: kills it as `kill -9` does, once the transaction of an effect is committed.
const { Client } = require('pg')

const query = Client.prototype.query
Client.prototype.query = function (config, ...rest) {
  const text = typeof config === 'string' ? config : (config.text ?? '')
  if (/insert into "?audit_entry/.test(text)) this.hasEffect = true
  const result = query.call(this, config, ...rest)
  if (!this.hasEffect || !/^commit/i.test(text)) return result
  return result.then(() => {
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => undefined)
  })
}
