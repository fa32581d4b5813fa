// If-Match (RFC 9110, 13.1.1).
import type { Operation } from 'openapi-backend'
import type { TxCtx } from '../context'
import { etagOf, matchesEtag } from '../contract/replies'
import { DomainError } from '../base/errors'

/** A query with which a record has an ETag of its own. */
type Form = Readonly<Record<string, string>>

/** Without names, and with them if the operation that reads the record takes `names`. */
export const formsOf = (reading: Operation | undefined): readonly Form[] =>
  (reading?.parameters ?? []).some((one) => 'name' in one && one.name === 'names') ? [{}, { names: '1' }] : [{}]

/** An `If-Match`, which the action checks when it has locked the record. */
export class Precondition {
  private isChecked = false

  constructor(
    private readonly ifMatch: string,
    private readonly forms: readonly Form[],
    private readonly read: (tx: TxCtx, form: Form) => Promise<{ readonly body?: unknown }>,
  ) {}

  /** @throws DomainError 409 `record_changed` */
  readonly assertUnchanged = async (tx: TxCtx): Promise<void> => {
    this.isChecked = true
    for (const form of this.forms) {
      const { body } = await this.read(tx, form)
      if (matchesEtag(this.ifMatch, etagOf(JSON.stringify(body)), 'strong')) return
    }
    throw new DomainError(
      'record_changed',
      'The record changed since you read it, so nothing was changed. Read it again, and decide again.',
    )
  }

  assertChecked(): void {
    if (!this.isChecked) throw new Error('the operation declares If-Match, and its action did not call assertUnchanged')
  }
}
