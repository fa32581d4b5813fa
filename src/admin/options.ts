// Declares flags.
import { Option } from 'commander'

export function required<T>(flag: string, summary: string, parse?: (text: string) => T): Option {
  return optional(flag, summary, parse).makeOptionMandatory()
}

export function optional<T>(flag: string, summary: string, parse?: (text: string) => T): Option {
  const option = new Option(flag, summary)
  return parse === undefined ? option : option.argParser(parse)
}
