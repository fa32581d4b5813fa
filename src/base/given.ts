// Optional properties.

/** The properties that are not undefined. */
export function given<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<Values>
}

type Given<Values> = { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> }
