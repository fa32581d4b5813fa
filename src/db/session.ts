// Settings of every session of the server.

/** UTC, because times are read as text. Timeouts in milliseconds. */
export const sessionSettings = {
  timezone: 'UTC',
  statement_timeout: '15000',
  idle_in_transaction_session_timeout: '30000',
} as const

/** The settings as startup options. */
export const sessionOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** For connections without startup options. */
export const setTimezone = `set timezone to '${sessionSettings.timezone}'`
