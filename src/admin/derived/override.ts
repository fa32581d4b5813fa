// A row of the tables of overrides.
import type { Option } from 'commander'
import type { ErrorCode } from '../../base/errors'
import type { OperationId } from '../../contract/types'
import type { NamedHuman } from '../output'

/** A property of the contract, or a heading with what is computed from the entry. */
export type Column = string | readonly [heading: string, value: (row: Values) => unknown]

export type Values = Readonly<Record<string, unknown>>

export interface Override {
  readonly noun?: string
  readonly verb?: string
  readonly summary?: string
  /** Of the table, or the fields of a record; absent: all properties. */
  readonly columns?: readonly Column[]
  /** Instead of an empty table. */
  readonly none?: string
  /** What it does to others, as a sentence without a full stop; it then needs `--yes` or a confirmation. */
  readonly confirm?: string | ((flags: Values) => string | null)
  readonly examples?: readonly string[]
  /** The text after the flags, instead of the description of the contract. */
  readonly help?: string
  /** Flags that the contract does not have. They replace those of the values that they set. */
  readonly own?: readonly OwnFlag[]
  /** `--key` names an API key, which has its community: `--community` is then optional. */
  readonly isOfKey?: true
  /** The answer for people, instead of fields. */
  readonly human?: (answer: Values) => NamedHuman
  /** Names in JSON, for properties of the meta that the data has too. */
  readonly metaNames?: Readonly<Record<string, string>>
  /** Names of flags, by place and name: `body/name`. */
  readonly flags?: Readonly<Record<string, string>>
  /** Of a record that has a table too. */
  readonly fields?: readonly Column[]
  /** The text below the answer; a list has its entries and meta. */
  readonly note?: (answer: Values) => string | undefined
  /** Sent when no flag says otherwise, by place and name. */
  readonly values?: Values
  /** The flags that it has besides those of the path, by place and name; a single one is required. Absent: all. */
  readonly only?: readonly string[]
  /** The error that says that the thing exists: the command then succeeds without a change. */
  readonly exists?: ErrorCode
  /** Further verbs of the operation. */
  readonly variants?: readonly Variant[]
}

export interface OwnFlag {
  /** The values that it may set, by place and name. */
  readonly names: readonly [string, ...string[]]
  readonly option: Option
  readonly sets: (given: unknown) => Values
}

export type Variant = Omit<Override, 'variants'> & { readonly verb: string; readonly summary: string }

export type Overrides = { readonly [Id in OperationId]?: Override }
