/** URL libraries remove `.` and `..`, also percent-encoded, and some trim spaces. */
export function isPathSegment(name: string): boolean {
  return name.trim() === name && !/^(?:\.|%2e)+$/i.test(name)
}
