// Names inline objects, which most generators leave untyped.
import { type ClientContract, type Schema } from './contract'

/** As components named by location. Nullable ones become optional: OpenAPI 3.0 allows nothing beside a $ref. */
export function hoist(contract: ClientContract): ClientContract {
  const schemas: Record<string, Schema> = {}
  for (const [name, schema] of Object.entries(contract.components.schemas)) schemas[name] = inside(schema, name)
  return { ...contract, components: { ...contract.components, schemas } }

  function inside(schema: Schema, place: string): Schema {
    const { properties = {}, items, required } = schema
    const maybeNull = (property: string): boolean => {
      const { properties: own, nullable } = properties[property] ?? {}
      return own !== undefined && nullable === true
    }
    const replaced = Object.entries(properties).map(([name, value]) => [name, named(value, place + capital(name))])
    return {
      ...schema,
      ...(items && { items: named(items, `${place}Item`) }),
      ...(schema.properties && { properties: Object.fromEntries(replaced) as Record<string, Schema> }),
      ...(required && { required: required.filter((property) => !maybeNull(property)) }),
    }
  }

  function named(schema: Schema, place: string): Schema {
    if (!schema.properties) return inside(schema, place)
    if (contract.components.schemas[place] ?? schemas[place])
      throw new Error(`openapi.yaml already has a schema ${place}`)
    const object = inside(schema, place)
    delete object.nullable
    schemas[place] = object
    return { $ref: `#/components/schemas/${place}` }
  }
}

const capital = (name: string): string => name.replace(/^./, (first) => first.toUpperCase())
