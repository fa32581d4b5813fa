// What an operation has as a command beside what the contract says.
import type { Option } from 'commander'
import type { ErrorCode } from '../../base/errors'
import type { OperationId } from '../../contract/types'
import type { NamedHuman } from '../output'

export type Values = Readonly<Record<string, unknown>>

export type LookUp =
  'member' | 'keyOfResponse' | 'revisionOfResponse' | 'suspension' | 'entryOfAccount' | 'entryOfGroup'

export type Addition = 'awardsOfEvent' | 'operation' | 'ranks'

export type Owner = 'key' | 'operation'

export interface Override {
  readonly noun?: string
  readonly verb?: string
  /** Of a verb that does a part of the operation. */
  readonly summary?: string
  /**
   * What it does to others, as a sentence without a full stop: it then needs `--yes` or a confirmation. Null: asks
   * nothing. Default: a DELETE asks.
   */
  readonly confirm?: string | ((flags: Values) => string | null) | null
  /** Text after the flags; default: the description of the contract. */
  readonly help?: string
  /** Flags that the contract does not have, in place of those of the values that they set. */
  readonly own?: readonly OwnFlag[]
  /** The flag names a thing that has its community: `--community` is then optional. */
  readonly communityOf?: Owner
  /** The answer for people, in place of the fields and the table. */
  readonly human?: (answer: Values) => NamedHuman
  /** Names in JSON of properties of the meta that the data has too. */
  readonly metaNames?: Readonly<Record<string, string>>
  /** Names of flags, by place and name, such as `body/name`. */
  readonly flags?: Readonly<Record<string, string>>
  /** Printed below the answer. For a list, computed from the entries and the meta. */
  readonly note?: (answer: Values) => string | undefined
  /** Sent when no flag says otherwise, by place and name. */
  readonly values?: Values
  /** The flags besides those of the path; a single one of the body is required. Default: all. */
  readonly only?: readonly string[]
  /** Flags that the verb leaves to its variants, by place and name. */
  readonly without?: readonly string[]
  /** The error that says that the thing exists: the command then succeeds without a change. */
  readonly exists?: ErrorCode
  /** Texts that name flags, in place of those of the API. */
  readonly errors?: { readonly [Code in ErrorCode]?: string }
  /** What the operator sees beside the reply of the API. */
  readonly adds?: Addition
  /** Further verbs of the operation. */
  readonly variants?: readonly Variant[]
}

export interface OwnFlag {
  /** The values that it may set, by place and name. */
  readonly names: readonly [string, ...string[]]
  readonly option: Option
  readonly sets: LookUp | ((given: unknown) => Values)
  /** In the help, where the flag takes the value of the contract in another form. */
  readonly example?: unknown
}

export type Variant = Omit<Override, 'variants' | 'without'> & { readonly verb: string; readonly summary: string }

export type Overrides = { readonly [Id in OperationId]?: Override }
