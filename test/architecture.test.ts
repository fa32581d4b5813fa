// The house's order, held over the files as they are: imports go down the stairs only, and each kind of work has its place.
import fs from 'node:fs'
import path from 'node:path'

/**
 * From the ground up. A file may import its own room and those on lower steps; rooms on one step do not know each other.
 */
const stairs: readonly (readonly [rooms: readonly string[], what: string])[] = [
  [['generated'], 'what the two contracts say, as types and tables'],
  [
    ['errors', 'logger', 'ids', 'exchange', 'screening'],
    'the words for what goes wrong, where they are written; one call to the outside; what a text gives away',
  ],
  [['platform', 'chat', 'db'], 'the outside: the game platform, the chat and PostgreSQL'],
  [
    ['config', 'simulator'],
    'the environment, read once; a platform to try things on, which knows nothing of the server',
  ],
  [['context'], 'what every piece of work has in hand'],
  [['contract'], 'openapi.yaml as types and checks'],
  [['audit'], 'the trail every change leaves, and the feed of it'],
  [['communities', 'group'], 'who is served, and their group on the platform'],
  [['auth', 'profiles', 'accounts'], 'who asks; who is asked about; what is kept about a platform account'],
  [['moderation', 'webhooks'], 'blacklist and warnings; what is told to others of what happened'],
  [['operations'], 'rank changes on their way to the platform'],
  [['ranks', 'awards', 'suspensions'], 'what a member holds, and a rank held for a while'],
  [['members', 'applications'], 'the member as a whole, with AutoRank; forms, their versions and templates'],
  [['batches'], 'awards of many members at once'],
  [['submissions', 'events'], 'who may apply, and what they answered; what a community does together'],
  [['responses'], 'what was answered, and the decision'],
  [['data-rights'], 'what an account may ask of everything kept about it'],
  [['http', 'jobs', 'store', 'demo'], 'the ways in: requests, the clock, the start'],
  [['app', 'migrate'], 'the composition root; bringing the database up to date'],
  [['main', 'admin'], 'the processes'],
]

const root = path.resolve(__dirname, '..')
const source = path.join(root, 'src')

interface Import {
  readonly spec: string
  readonly names: string
  /** Inside the project: the file, without `.ts`, from the root. */
  readonly target: string | null
}
interface SourceFile {
  /** From src/, as `members/queries.ts`. */
  readonly name: string
  readonly text: string
  /** Without comments. */
  readonly code: string
  readonly imports: readonly Import[]
}

const files: SourceFile[] = fs
  .readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((name) => {
    const text = fs.readFileSync(path.join(source, name), 'utf8')
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
    return { name, text, code, imports: importsOf(name, code) }
  })

function importsOf(name: string, code: string): Import[] {
  const statements = code.matchAll(/^(?:import|export)\s([^'"]*?)from\s+'([^']+)'|\bimport\('([^']+)'\)/gm)
  return [...statements].map(([, names = '', from, dynamic]) => {
    const spec = from ?? dynamic ?? ''
    const inside = spec.startsWith('.') ? path.relative(root, path.resolve(source, path.dirname(name), spec)) : null
    return { spec, names, target: inside }
  })
}

/** `src/db/errors` and `src/db` are of the room db, `src/config` is one of its own, `generated/errors` of generated. */
function roomOf(target: string): string {
  const [top = '', second = ''] = target.replace(/\.ts$/, '').split(path.sep)
  return top === 'src' ? second : top
}

const stepOf = (room: string): number => stairs.findIndex(([rooms]) => rooms.includes(room))
const own = ({ name }: SourceFile): string => roomOf(path.join('src', name))
const fileNamed = (target: string): SourceFile | undefined =>
  files.find(({ name }) => [`${target}.ts`, path.join(target, 'index.ts')].includes(path.join('src', name)))

/** Lines that break a rule: `file: what`. */
function offenders(rule: (file: SourceFile) => readonly (string | false | undefined)[]): string[] {
  return files.flatMap((file) => rule(file).flatMap((what) => (what ? [`${file.name}: ${what}`] : [])))
}

it('sees the files and their imports', () => {
  expect(files.length).toBeGreaterThan(60)
  const members = files.find(({ name }) => name === 'members/queries.ts')
  expect(members?.imports.map(({ target }) => target)).toEqual(
    expect.arrayContaining(['src/context', 'src/db/statements']),
  )
  for (const { target } of files.flatMap(({ imports }) => imports)) {
    if (target?.startsWith('src')) expect([target, fileNamed(target)]).toEqual([target, expect.anything()])
  }
})

describe('the stairs', () => {
  it('have one step for every room', () => {
    const named = stairs.flatMap(([names]) => names)
    expect(named).toEqual([...new Set(named)])
    expect([...new Set(files.map(own))].filter((room) => !named.includes(room))).toEqual([])
  })

  it('are only walked down', () => {
    const wrong = offenders((file) =>
      file.imports.map(({ target }) => {
        if (target === null || roomOf(target) === own(file)) return false
        return stepOf(roomOf(target)) >= stepOf(own(file)) && `imports ${target}`
      }),
    )
    expect(wrong).toEqual([])
  })

  it('have no circle among the files of a room either', () => {
    const done = new Set<SourceFile>()
    const visit = (file: SourceFile, trail: readonly SourceFile[]): string[] => {
      if (trail.includes(file))
        return [[...trail.slice(trail.indexOf(file)), file].map(({ name }) => name).join(' -> ')]
      if (done.has(file)) return []
      done.add(file)
      const next = file.imports.flatMap(({ target }) => (target === null ? [] : [fileNamed(target)]))
      return next.flatMap((one) => (one ? visit(one, [...trail, file]) : []))
    }
    expect(files.flatMap((file) => visit(file, []))).toEqual([])
  })
})

describe('inside a room', () => {
  const kindOf = (target: string): string => path.basename(target).replace(/\.ts$/, '')
  /** What each kind of file must not import, in its own room or another. */
  const forbidden: Record<string, readonly string[]> = {
    rules: ['queries', 'actions', 'handlers'],
    queries: ['actions', 'handlers'],
    views: ['actions', 'handlers'],
    actions: ['handlers'],
  }

  it('imports go from handlers to actions to rules and queries', () => {
    const wrong = offenders((file) =>
      file.imports.map(({ target }) => {
        const refused = forbidden[kindOf(file.name)] ?? []
        return target !== null && refused.includes(kindOf(target)) && `imports ${target}`
      }),
    )
    expect(wrong).toEqual([])
  })

  it('handlers are for the dispatcher and nobody else', () => {
    const wrong = offenders((file) =>
      file.imports.map(({ target }) => {
        const isHandlers = target !== null && kindOf(target) === 'handlers'
        return isHandlers && !['http/handlers.ts', 'app.ts'].includes(file.name) && `imports ${target}`
      }),
    )
    expect(wrong).toEqual([])
  })

  it('rules are pure: no database, no platform, no clock', () => {
    const wrong = offenders((file) => {
      if (kindOf(file.name) !== 'rules') return []
      return [
        ...file.imports.map(({ spec, target }) => {
          const allowed = ['errors', 'context', 'contract', 'generated', own(file)]
          const isPure = target !== null && (kindOf(target) === 'rules' || allowed.includes(roomOf(target)))
          return !isPure && `imports ${spec}`
        }),
        /Date\.now|new Date\(\)|Math\.random|await /.test(file.code) && 'asks the clock, chance or somebody',
      ]
    })
    expect(wrong).toEqual([])
  })

  it('queries are the only place for SQL, beside the database room itself', () => {
    const wrong = offenders(({ name, code, imports }) => {
      if (name.endsWith('/queries.ts') || name.startsWith('db/')) return []
      return [
        // types of Kysely may be named anywhere
        imports.some(({ spec, names }) => spec === 'kysely' && !names.startsWith('type ')) && 'imports kysely',
        imports.some(({ spec, names }) => spec === 'pg' && !names.startsWith('type ')) && 'imports pg',
        imports.some(({ target }) => target === 'src/db/statements') && 'declares a statement',
        /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|executeQuery)\(|\bsql`/.test(code) && 'holds SQL',
      ]
    })
    expect(wrong).toEqual([])
  })

  it('queries take what they work on first: a database or a context', () => {
    const wrong = offenders(({ name, code }) => {
      if (!name.endsWith('/queries.ts')) return []
      const functions = [...code.matchAll(/^export (?:async )?function (\w+)\(\s*(\w+)/gm)]
      return functions.map(([, called, first]) => !['db', 'ctx', 'tx'].includes(first ?? '') && `${called}(${first})`)
    })
    expect(wrong).toEqual([])
  })
})

describe('one place for each', () => {
  it('only config.ts reads the environment', () => {
    const wrong = offenders(({ name, code }) => [
      /process\.env|\benv\b.*from 'node:process'/.test(code) && name !== 'config.ts' && 'process.env',
    ])
    expect(wrong).toEqual([])
  })

  /** The parts with a life of their own, and who may bring them to life. */
  const makers: Record<string, readonly string[]> = {
    'new Listener(': ['app.ts'],
    'new Principals(': ['app.ts'],
    'new RateLimiter(': ['app.ts'],
    'new ExactLimiter(': ['app.ts'],
    'makeApi(': ['app.ts'],
    'makeWebApp(': ['app.ts'],
    'makeAdmission(': ['app.ts'],
    'startWorker(': ['app.ts'],
    'startDeliveries(': ['app.ts'],
    'makeTasks(': ['app.ts'],
    'openDatabase(': ['app.ts', 'admin/'],
    'new Pool(': ['db/database.ts'],
    'new Kysely': ['db/database.ts'],
    'new HttpPlatform(': ['main.ts', 'admin/'],
    'new DiscordChat(': ['main.ts'],
    'makeHttpServer(': ['main.ts'],
    'makeApp(': ['main.ts'],
    'makeWorker(': ['main.ts'],
    'makeLogger(': ['main.ts', 'admin/', 'simulator/main.ts'],
    'openStore(': ['main.ts', 'migrate.ts', 'admin/'],
    'startEmbedded(': ['store.ts'],
    'startSimulator(': ['main.ts', 'simulator/main.ts'],
    'readConfig(': ['main.ts', 'migrate.ts', 'admin/'],
  }

  it.each(Object.entries(makers))('%s…) is called in %j', (call, allowed) => {
    const called = new RegExp(`(?<!function )(?<![.\\w])${call.replace(/[()]/g, '\\$&')}`)
    const callers = files.filter(({ code }) => called.test(code)).map(({ name }) => name)
    expect(callers).not.toEqual([])
    expect(
      callers.filter((name) => !allowed.some((one) => name === one || (one.endsWith('/') && name.startsWith(one)))),
    ).toEqual([])
  })

  it('only http/, the simulator and the one call to the outside know of requests and answers', () => {
    const wrong = offenders(({ name, imports }) =>
      imports.map(({ spec }) => {
        const isHttp = ['express', 'node:http', 'node:https'].includes(spec)
        return (
          isHttp && !/^(http|simulator)\//.test(name) && !['app.ts', 'exchange.ts'].includes(name) && `imports ${spec}`
        )
      }),
    )
    expect(wrong).toEqual([])
  })

  it('only jobs/ and the migrations know of the queue', () => {
    const wrong = offenders(({ name, imports }) =>
      imports.map(({ spec }) => spec.startsWith('graphile-worker') && !/^(jobs|db)\//.test(name) && `imports ${spec}`),
    )
    expect(wrong).toEqual([])
  })

  it('every file begins with what lives in it', () => {
    expect(files.filter(({ text }) => !/^(#!.*\n)?\/[/*]+\s+\S/.test(text)).map(({ name }) => name)).toEqual([])
  })
})
