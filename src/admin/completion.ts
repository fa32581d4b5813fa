// `completion`: scripts for bash, zsh and fish, made from the declared nouns, verbs and flags.
import type { Command } from 'commander'
import type { Terminal } from './output'

const PROGRAM = 'community-admin'
const FUNCTION = '_community_admin'

interface Word {
  readonly word: string
  readonly summary: string
}
interface VerbWords extends Word {
  readonly flags: readonly (Word & { readonly takesValue: boolean })[]
}
interface NounWords extends Word {
  readonly verbs: readonly VerbWords[]
}

const shells = {
  bash: { render: renderBash, example: `source <(${PROGRAM} completion bash)`, file: '~/.bashrc' },
  zsh: { render: renderZsh, example: `source <(${PROGRAM} completion zsh)`, file: '~/.zshrc, after compinit' },
  fish: { render: renderFish, example: `${PROGRAM} completion fish | source`, file: '~/.config/fish/config.fish' },
} as const

/** @param loadAll the program with all nouns */
export function addCompletion(program: Command, { stdout }: Terminal, loadAll: () => Command): void {
  const noun = program
    .command('completion')
    .description('completion of nouns, verbs and flags in a shell')
    .usage('<verb>')
    .helpCommand(false)
  noun.commandsGroup('Verbs:')
  for (const [shell, { render, example, file }] of Object.entries(shells)) {
    noun
      .command(shell)
      .description(`print the script for ${shell}`)
      .usage('')
      .addHelpText('after', `\nExample:\n  ${program.name()} completion ${shell}\n\nAdd this to ${file}:\n  ${example}`)
      .action(() => void stdout.write(render(wordsOf(loadAll()))))
  }
}

function wordsOf(program: Command): NounWords[] {
  return program.commands.map((noun) => ({
    word: noun.name(),
    summary: noun.description(),
    verbs: noun.commands.map((verb) => ({
      word: verb.name(),
      summary: firstLine(verb.description()),
      flags: [
        ...verb.options.map(({ long, description, required, optional }) => ({
          word: long ?? '',
          summary: firstLine(description),
          takesValue: required || optional,
        })),
        { word: '--help', summary: 'show the help', takesValue: false },
      ],
    })),
  }))
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
const join = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ')

interface Cases {
  readonly verbs: string
  readonly flags: string
}

/** The branches of a `case` in a shell: one for each noun, with its verbs, and one for each verb, with its flags. */
function casesOf(nouns: readonly NounWords[], list: (words: readonly Word[], isVerbs: boolean) => string): Cases {
  const verbs = nouns.map((noun) => `      ${noun.word}) ${list(noun.verbs, true)} ;;`)
  const flags = nouns.flatMap((noun) =>
    noun.verbs.map((verb) => `      '${noun.word} ${verb.word}') ${list(verb.flags, false)} ;;`),
  )
  return { verbs: verbs.join('\n'), flags: flags.join('\n') }
}

/** Values of flags are completed with file names. */
function renderBash(nouns: readonly NounWords[]): string {
  const { verbs, flags } = casesOf(nouns, (words, isVerbs) => `words='${join(words)}${isVerbs ? ' --help' : ''}'`)
  return `# bash completion of ${PROGRAM}
${FUNCTION}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${join(nouns)} --help --version'
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${verbs}
    esac
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${flags}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F ${FUNCTION} ${PROGRAM}
`
}

function renderZsh(nouns: readonly NounWords[]): string {
  const described = (words: readonly Word[]): string =>
    words.map(({ word, summary }) => `'${word}:${summary.replaceAll("'", "'\\''")}'`).join(' ')
  const { verbs, flags } = casesOf(nouns, (words) => `choices=(${described(words)})`)
  return `#compdef ${PROGRAM}
${FUNCTION}() {
  local -a choices
  if (( CURRENT == 2 )); then
    choices=(${described(nouns)})
  elif (( CURRENT == 3 )); then
    case "$words[2]" in
${verbs}
    esac
  elif [[ "$words[CURRENT]" == -* ]]; then
    case "$words[2] $words[3]" in
${flags}
    esac
  fi
  if (( $#choices )); then _describe -o command choices; else _files; fi
}
compdef ${FUNCTION} ${PROGRAM}
`
}

function renderFish(nouns: readonly NounWords[]): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const line = (when: string, rest: string): string => `complete -c ${PROGRAM} -n ${quoted(when)} ${rest}`
  const lines = nouns.flatMap((noun) => [
    line('__fish_use_subcommand', `-a ${noun.word} -d ${quoted(noun.summary)}`),
    ...noun.verbs.flatMap((verb) => [
      line(
        `__fish_seen_subcommand_from ${noun.word}; and not __fish_seen_subcommand_from ${join(noun.verbs)}`,
        `-a ${verb.word} -d ${quoted(verb.summary)}`,
      ),
      ...verb.flags.map(({ word, summary, takesValue }) =>
        line(
          `__fish_seen_subcommand_from ${noun.word}; and __fish_seen_subcommand_from ${verb.word}`,
          `-l ${word.slice(2)}${takesValue ? ' -r -F' : ''} -d ${quoted(summary)}`,
        ),
      ),
    ]),
  ])
  return `# fish completion of ${PROGRAM}\ncomplete -c ${PROGRAM} -f\n${lines.join('\n')}\n`
}
