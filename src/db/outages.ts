// Logs, once for each outage and with level error, that the database cannot be reached or its disk is full.
import { errorCode, errorMessage } from '../base/error-message'
import { FailureLog, type Logger } from '../base/logger'

/** SQLSTATE disk_full. */
const DISK_FULL = '53100'

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
      if (code === DISK_FULL) report(code, { code, reason: message }, 'the disk of the database is full')
    },
  }
}
