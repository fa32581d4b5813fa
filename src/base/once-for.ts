/** The result of the first call for an object is kept as long as the object. */
export function onceFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const { value } = made.get(key) ?? { value: make(key) }
    made.set(key, { value })
    return value
  }
}
