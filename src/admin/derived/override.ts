// A row of the tables of overrides.
import type { Option } from 'commander'
import type { ErrorCode } from '../../base/errors'
import type { OperationId } from '../../contract/types'
import type { NamedHuman } from '../output'

/** It is a property of the contract, or a heading with what is computed from the entry. */
export type Column = string | readonly [heading: string, value: (row: Values) => unknown]

export type Values = Readonly<Record<string, unknown>>

export type LookUp =
  'member' | 'placeOfResponse' | 'revisionOfResponse' | 'suspension' | 'entryOfAccount' | 'entryOfGroup'

export type Addition = 'awardsOfEvent' | 'operation' | 'ranks'

export type Owner = 'key' | 'operation'

export interface Override {
  readonly noun?: string
  readonly verb?: string
  readonly summary?: string
  /** They are the columns of the table, or the fields of a record. The default is all properties. */
  readonly columns?: readonly Column[]
  readonly none?: string
  /** The sentence says what it does to others, without a full stop. It then needs `--yes` or a confirmation. Null asks nothing. */
  readonly confirm?: string | ((flags: Values) => string | null) | null
  readonly examples?: readonly string[]
  /** The text after the flags replaces the description of the contract. */
  readonly help?: string
  /** Flags that the contract does not have. They replace those of the values that they set. */
  readonly own?: readonly OwnFlag[]
  /** The flag names a thing that has its community: `--community` is then optional. */
  readonly communityOf?: Owner
  readonly human?: (answer: Values) => NamedHuman
  /** These names in JSON are for properties of the meta that the data has too. */
  readonly metaNames?: Readonly<Record<string, string>>
  /** The names of flags are keyed by place and name, such as `body/name`. */
  readonly flags?: Readonly<Record<string, string>>
  readonly fields?: readonly Column[]
  readonly note?: (answer: Values) => string | undefined
  /** They are sent when no flag says otherwise, and keyed by place and name. */
  readonly values?: Values
  /** It has these flags besides those of the path. A single one is required. The default is all. */
  readonly only?: readonly string[]
  /** The error says that the thing exists, and the command then succeeds without a change. */
  readonly exists?: ErrorCode
  /** These texts, which name flags, replace those of the API. */
  readonly errors?: { readonly [Code in ErrorCode]?: string }
  readonly adds?: Addition
  readonly variants?: readonly Variant[]
}

export interface OwnFlag {
  /** It may set these values, by place and name. */
  readonly names: readonly [string, ...string[]]
  readonly option: Option
  readonly sets: LookUp | ((given: unknown) => Values)
}

export type Variant = Omit<Override, 'variants'> & { readonly verb: string; readonly summary: string }

export type Overrides = { readonly [Id in OperationId]?: Override }
