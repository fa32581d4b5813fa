// Which names can be a segment of a URL's path.

/**
 * Whether a name survives as a path segment: URL libraries remove `.` and `..`, encoded or not, and some trim spaces.
 * All names of dots alone are refused, so that nobody has to count them.
 */
export function isPathSegment(name: string): boolean {
  return name.trim() === name && !/^(?:\.|%2e)+$/i.test(name)
}
