// The table of docs/operations/configuration.md, from src/process/config.ts.
import { readConfig, type Config } from '../../src/process/config'
import { renderTable } from './marked'
import { settings, type Setting } from './settings'

/** A table for each group of variables. */
export function renderConfiguration(): string {
  const defaults = readConfig({})
  return settings
    .map(({ title, variables }) => {
      const rows = variables.map((setting) => [
        `\`${setting.name}\``,
        defaultOf(setting, defaults),
        setting.values ?? allowedValues(setting.name),
        setting.description,
      ])
      return `## ${title}\n\n${renderTable(['Variable', 'Default', 'Values', 'Meaning'], rows)}`
    })
    .join('\n\n')
}

function defaultOf({ unset, field }: Setting, defaults: Config): string {
  if (field === undefined) return unset ?? 'none'
  const value = defaults[field]
  return `\`${value === true ? 'on' : value === false ? 'off' : String(value)}\``
}

/** The allowed values, as the error of a wrong value names them; empty: any text. */
function allowedValues(name: string): string {
  try {
    readConfig({ [name]: '?' })
    return ''
  } catch (error) {
    return (error as Error).message.split('\n')[0]?.split(/; set it to /)[1] ?? ''
  }
}
