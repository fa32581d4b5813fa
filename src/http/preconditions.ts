// If-Match (RFC 9110, 13.1.1).
import type { TxCtx } from '../context'
import { etagOf, matchesEtag } from '../contract/replies'
import { DomainError } from '../base/errors'

/** An `If-Match`, which the action checks when it has locked the record. */
export class Precondition {
  private isChecked = false

  constructor(
    private readonly ifMatch: string,
    private readonly read: (tx: TxCtx) => Promise<{ readonly body?: unknown }>,
  ) {}

  /** @throws DomainError 409 `record_changed` */
  readonly assertUnchanged = async (tx: TxCtx): Promise<void> => {
    this.isChecked = true
    const { body } = await this.read(tx)
    if (matchesEtag(this.ifMatch, etagOf(JSON.stringify(body)), 'strong')) return
    throw new DomainError(
      'record_changed',
      'The record changed since you read it, so nothing was changed. Read it again, and decide again.',
    )
  }

  assertChecked(): void {
    if (!this.isChecked) throw new Error('the operation declares If-Match, and its action did not call assertUnchanged')
  }
}
