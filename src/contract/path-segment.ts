// Names as segments of a URL's path.

/** URL libraries remove `.` and `..`, also percent-encoded; some trim spaces. */
export function isPathSegment(name: string): boolean {
  return name.trim() === name && !/^(?:\.|%2e)+$/i.test(name)
}
