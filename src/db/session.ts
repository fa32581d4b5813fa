// What every session of the server is like, however it is reached.

/** Times are read back as text, so every session must be in UTC; nothing of ours may run for long. Times in milliseconds. */
export const sessionSettings = {
  timezone: 'UTC',
  statement_timeout: '15000',
  idle_in_transaction_session_timeout: '30000',
} as const

/** The settings as a client asks for them when it connects. */
export const sessionOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** For a connection that cannot ask when it connects. */
export const setTimezone = `set timezone to '${sessionSettings.timezone}'`
