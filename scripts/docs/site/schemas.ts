// Tables of the properties of schemas. Named objects are records, which a page shows once.
import type { Contract, Schema } from '../../contract-rules/document'
import { renderTable } from '../marked'

type Named = Schema & { readonly description?: string; readonly required?: readonly string[] }

export class Records {
  private readonly names = new Set<string>()

  constructor(private readonly contract: Contract) {}

  /** A table of the properties, or a sentence. */
  describe(schema: Schema): string {
    const rows = this.rowsOf(this.resolve(schema), '')
    return rows.length > 0 ? renderTable(['Property', 'Type', 'Meaning'], rows) : `${this.typeOf(schema)}.`
  }

  /** Sections of all records that were named, and of those that these name. */
  sections(): string {
    const shown = new Map<string, string>()
    for (let left = this.unshown(shown); left.length > 0; left = this.unshown(shown)) {
      for (const name of left) {
        const schema = this.contract.components.schemas[name] as Named
        shown.set(name, [`### ${name}`, oneLine(schema.description ?? ''), this.describe(schema)].join('\n\n'))
      }
    }
    return [...shown]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([, text]) => text)
      .join('\n\n')
  }

  private unshown(shown: ReadonlyMap<string, string>): string[] {
    return [...this.names].filter((name) => !shown.has(name))
  }

  private resolve(schema: Schema): Named {
    if (schema.$ref === undefined) return schema
    return this.resolve(this.contract.components.schemas[nameOf(schema.$ref)] as Schema)
  }

  private rowsOf(schema: Named, prefix: string): string[][] {
    const parts = [schema, ...(schema.allOf ?? []).map((one) => this.resolve(one))]
    return parts.flatMap(({ properties = {}, required = [] }) =>
      Object.entries(properties).flatMap(([name, property]) => {
        const node = this.resolve(property)
        const mark = required.includes(name) && prefix === '' ? ' (required)' : ''
        const row = [`\`${prefix}${name}\`${mark}`, this.typeOf(property), oneLine(node.description ?? '')]
        return [row, ...this.innerRows(property, `${prefix}${name}`)]
      }),
    )
  }

  /** The rows of an object without a name, which are shown in the table of the object that contains it. */
  private innerRows(property: Schema, name: string): string[][] {
    if (property.$ref !== undefined) return []
    if (property.items) return this.innerRows(property.items, `${name}[]`)
    return property.properties || property.allOf ? this.rowsOf(property, `${name}.`) : []
  }

  private typeOf(schema: Schema): string {
    const node = this.resolve(schema)
    const isObject = node.properties !== undefined || node.allOf !== undefined || node.oneOf !== undefined
    if (schema.$ref !== undefined && isObject) return this.linkTo(nameOf(schema.$ref))
    const alternatives = node.oneOf ?? node.anyOf
    if (alternatives) return [...new Set(alternatives.map((one) => this.typeOf(one)))].join(' or ')
    if (node.items) return `array of ${this.typeOf(node.items)}`
    const known = node.enum && node.enum.length <= 12 ? node.enum : undefined
    const type = known ? known.map((value) => `\`${String(value)}\``).join(', ') : (node.format ?? node.type ?? 'any')
    return `${type}${node.nullable ? ', or null' : ''}`
  }

  private linkTo(name: string): string {
    this.names.add(name)
    return `[${name}](#${name.toLowerCase()})`
  }
}

const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? ''
export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')
