// Names as segments of a URL's path.

/** URL libraries remove `.` and `..`, also percent-encoded, and some trim spaces. Refuses all names of dots. */
export function isPathSegment(name: string): boolean {
  return name.trim() === name && !/^(?:\.|%2e)+$/i.test(name)
}
