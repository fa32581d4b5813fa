// Declares flags.
import { Option } from 'commander'
import { community, wholeNumber } from './arguments'

export function required<T>(flag: string, summary: string, parse?: (text: string) => T): Option {
  return optional(flag, summary, parse).makeOptionMandatory()
}

export function optional<T>(flag: string, summary: string, parse?: (text: string) => T): Option {
  const option = new Option(flag, summary)
  return parse === undefined ? option : option.argParser(parse)
}

export const communityFlag = (summary: string): Option => optional('--community <id|name>', summary, community)

export const limitFlag = (most: number, byDefault: number): Option =>
  optional('--limit <n>', 'maximum number', wholeNumber(1, most)).default(byDefault)
