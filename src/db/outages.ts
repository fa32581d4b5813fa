// Logs, once for each outage and with level error, that the database cannot be reached or refuses writes.
import { errorCode, errorMessage } from '../base/error-message'
import { FailureLog, type Logger } from '../base/logger'
import { refusedWrite } from './errors'

export interface PostgresError {
  readonly code?: string | undefined
  readonly message?: string | undefined
}

export interface Outages {
  connectFailed(error: unknown): void
  statementFailed(error: PostgresError): void
}

/** Of the process: its pools share outages. */
const failures = new FailureLog()

export function watchOutages(connectionString: string, log: Logger): Outages {
  const report = (name: string, fields: object, message: string): void =>
    failures.report(log, 'error', `${connectionString} ${name}`, fields, message)
  return {
    connectFailed(error) {
      report('connect', { code: errorCode(error), reason: errorMessage(error) }, 'the database cannot be reached')
    },
    statementFailed({ code, message }) {
      const refused = refusedWrite({ code })
      if (refused) report(String(code), { code, reason: message }, refused.what)
    },
  }
}
