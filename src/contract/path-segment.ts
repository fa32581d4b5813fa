// Checks names that are used as a segment of a URL's path.

/**
 * Whether a name survives as a path segment. URL libraries remove `.` and `..`, also percent-encoded, and some trim spaces; all
 * names that consist of dots are refused.
 */
export function isPathSegment(name: string): boolean {
  return name.trim() === name && !/^(?:\.|%2e)+$/i.test(name)
}
