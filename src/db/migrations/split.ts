// Splits SQL files: for some statements, Citus sends the whole message to the nodes, which take one statement at a
// time.

const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|[\s\S]/gu
const comment = /^(--|\/\*)/

/** Each statement follows as many blank characters as precede it in the file, so that positions in errors are right. */
export function splitStatements(text: string): string[] {
  const found: string[] = []
  let before = ''
  let own = ''
  let isEmpty = true
  for (const [token] of text.matchAll(tokens)) {
    own += token
    if (token !== ';') {
      isEmpty &&= comment.test(token) || /^\s$/.test(token)
      continue
    }
    if (!isEmpty) found.push(before + own)
    before += blank(own)
    own = ''
    isEmpty = true
  }
  return isEmpty ? found : [...found, before + own]
}

const blank = (text: string): string => text.replace(/[^\n]/gu, ' ')
