// The architecture rules, checked in the source files.
import fs from 'node:fs'
import path from 'node:path'
import { renderDiagram } from '../scripts/architecture/diagram'
import { readMarked } from '../scripts/docs/marked'
import { files, own, roomOf, type SourceFile } from '../scripts/architecture/source'
import { layers } from '../scripts/architecture/layers'
import { handlers } from '../src/http/handlers'

const layerOf = (room: string): number => layers.findIndex(([rooms]) => rooms.includes(room))
const fileNamed = (target: string): SourceFile | undefined =>
  files.find(({ name }) => [`${target}.ts`, path.join(target, 'index.ts')].includes(path.join('src', name)))

/** Violations as `file: what`. */
function offenders(rule: (file: SourceFile) => readonly (string | false | undefined)[]): string[] {
  return files.flatMap((file) => rule(file).flatMap((what) => (what ? [`${file.name}: ${what}`] : [])))
}

it('reads the files and their imports', () => {
  expect(files.length).toBeGreaterThan(60)
  const members = files.find(({ name }) => name === 'awards/points/queries.ts')
  expect(members?.imports.map(({ target }) => target)).toEqual(
    expect.arrayContaining(['src/context', 'src/db/statements']),
  )
  for (const { target } of files.flatMap(({ imports }) => imports)) {
    if (target?.startsWith('src')) expect([target, fileNamed(target)]).toEqual([target, expect.anything()])
  }
})

describe('the layers', () => {
  it('contain every room once', () => {
    const named = layers.flatMap(([names]) => names)
    expect(named).toEqual([...new Set(named)])
    expect([...new Set(files.map(own))].filter((room) => !named.includes(room))).toEqual([])
  })

  it('are imported downwards only', () => {
    const wrong = offenders((file) =>
      file.imports.map(({ target }) => {
        if (target === null || roomOf(target) === own(file)) return false
        return layerOf(roomOf(target)) >= layerOf(own(file)) && `imports ${target}`
      }),
    )
    expect(wrong).toEqual([])
  })

  it('have no import cycle between the files of a room', () => {
    const done = new Set<SourceFile>()
    const visit = (file: SourceFile, chain: readonly SourceFile[]): string[] => {
      if (chain.includes(file))
        return [[...chain.slice(chain.indexOf(file)), file].map(({ name }) => name).join(' -> ')]
      if (done.has(file)) return []
      done.add(file)
      const next = file.imports.flatMap(({ target }) => (target === null ? [] : [fileNamed(target)]))
      return next.flatMap((one) => (one ? visit(one, [...chain, file]) : []))
    }
    expect(files.flatMap((file) => visit(file, []))).toEqual([])
  })
})

it('generates the diagram in docs/architecture.md from the imports', () => {
  const page = fs.readFileSync(path.resolve(__dirname, '../docs/architecture.md'), 'utf8')
  // the diagram in the page is written by npm run generate
  expect(readMarked(page, 'diagram')).toBe(renderDiagram())
})

describe('inside a room', () => {
  const kindOf = (target: string): string => path.basename(target).replace(/\.ts$/, '')
  /** Kinds of files that a file of this kind must not import. */
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

  it('no two rooms serve an operation', () => {
    const rooms = files.filter(({ name }) => name.endsWith('/handlers.ts') && name !== 'http/handlers.ts')
    const served = rooms.flatMap(({ name }) =>
      Object.values(jest.requireActual<Record<string, object>>(`../src/${name}`)).flatMap(Object.keys),
    )
    expect(served.sort()).toEqual(Object.keys(handlers).sort())
  })

  it('handlers are imported only by the dispatcher and by the derived verbs', () => {
    const wrong = offenders((file) =>
      file.imports.map(({ target }) => {
        const isHandlers = target !== null && kindOf(target) === 'handlers'
        return (
          isHandlers &&
          !['http/handlers.ts', 'process/app.ts', 'admin/derived/run.ts'].includes(file.name) &&
          `imports ${target}`
        )
      }),
    )
    expect(wrong).toEqual([])
  })

  it('rules are pure: no database, no platform, no clock', () => {
    const wrong = offenders((file) => {
      if (kindOf(file.name) !== 'rules') return []
      return [
        ...file.imports.map(({ spec, target }) => {
          const allowed = ['base', 'context', 'contract', 'generated', own(file)]
          const isPure = target !== null && (kindOf(target) === 'rules' || allowed.includes(roomOf(target)))
          return !isPure && `imports ${spec}`
        }),
        /Date\.now|new Date\(\)|Math\.random|await /.test(file.code) && 'uses the clock, random numbers or async calls',
      ]
    })
    expect(wrong).toEqual([])
  })

  it('only queries contain SQL, except in db/', () => {
    const wrong = offenders(({ name, code, imports }) => {
      if (
        name.endsWith('/queries.ts') ||
        /^(db(-embedded|-citus)?\/|transfer\/(backup|snapshot|restore|copy-script)|audit\/(entry|order)\.ts)/.test(name)
      )
        return []
      return [
        // types may be imported anywhere
        imports.some(({ spec, names }) => spec === 'kysely' && !names.startsWith('type ')) && 'imports kysely',
        imports.some(({ spec, names }) => spec === 'pg' && !names.startsWith('type ')) && 'imports pg',
        imports.some(({ target }) => target === 'src/db/statements') && 'declares a statement',
        /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|executeQuery)\(|\bsql`/.test(code) && 'contains SQL',
      ]
    })
    expect(wrong).toEqual([])
  })

  it('the audit log has one writer in src/, and one in PostgreSQL with the batch of change_points', () => {
    const inserts = (text: string): boolean => /insertInto\('audit_entry'|insert into audit_entry\b/i.test(text)
    const folder = path.resolve(__dirname, '../sql/functions')
    const functions = fs.readdirSync(folder).filter((name) => inserts(fs.readFileSync(path.join(folder, name), 'utf8')))
    expect(files.filter(({ code }) => inserts(code)).map(({ name }) => name)).toEqual(['audit/entry.ts'])
    expect(functions).toEqual(['add_audit_entry.sql', 'change_points.sql'])
  })

  it('queries take a database or a context as their first parameter', () => {
    const wrong = offenders(({ name, code }) => {
      if (!name.endsWith('/queries.ts')) return []
      const functions = [...code.matchAll(/^export (?:async )?function (\w+)\(\s*(\w+)/gm)]
      return functions.map(([, called, first]) => !['db', 'ctx', 'tx'].includes(first ?? '') && `${called}(${first})`)
    })
    expect(wrong).toEqual([])
  })
})

describe('the code', () => {
  it('reads the environment only in config.ts', () => {
    const wrong = offenders(({ name, code }) => [
      /process\.env|\benv\b.*from 'node:process'/.test(code) && name !== 'process/config.ts' && 'process.env',
    ])
    expect(wrong).toEqual([])
  })

  /** What opens connections or starts timers, and the files that may do it. */
  const makers: Record<string, readonly string[]> = {
    'new Listener(': ['process/app.ts'],
    'new KeyCache(': ['process/app.ts'],
    'new RateLimiter(': ['process/app.ts'],
    'new ExactLimiter(': ['process/app.ts'],
    'makeRequestHandler(': ['process/app.ts'],
    'createApp(': ['process/app.ts'],
    'new LoadShedder(': ['process/app.ts'],
    'makeLocalDispatch(': ['process/app.ts', 'admin/'],
    'startWorker(': ['process/app.ts'],
    'startWebhookSender(': ['process/app.ts'],
    'makeTasks(': ['process/app.ts'],
    'openDatabase(': ['process/app.ts', 'admin/'],
    'new Pool(': ['db/database.ts', 'db/migrations/job-queue.ts'],
    'new Kysely': ['db/database.ts'],
    'new HttpPlatform(': ['main.ts', 'admin/'],
    'new DiscordChat(': ['main.ts'],
    'makeHttpServer(': ['main.ts'],
    'makeApp(': ['main.ts'],
    'makeProcessProbes(': ['main.ts'],
    'makeProbes(': ['process/app.ts'],
    'startTracing(': ['main.ts'],
    'new Draining(': ['main.ts'],
    'makeWorker(': ['main.ts'],
    'makeLogger(': ['main.ts', 'migrate.ts', 'process/start-lines.ts', 'admin/', 'simulator/main.ts'],
    'openStore(': ['main.ts', 'migrate.ts', 'admin/'],
    'startEmbedded(': ['process/open-database.ts'],
    'startSimulator(': ['process/demo.ts', 'simulator/main.ts'],
    'readConfig(': ['main.ts', 'migrate.ts', 'admin/'],
  }

  it.each(Object.entries(makers))('calls %s…) only in %j', (call, allowed) => {
    const called = new RegExp(`(?<!function )(?<![.\\w])${call.replace(/[()]/g, '\\$&')}`)
    const callers = files.filter(({ code }) => called.test(code)).map(({ name }) => name)
    expect(callers).not.toEqual([])
    expect(
      callers.filter((name) => !allowed.some((one) => name === one || (one.endsWith('/') && name.startsWith(one)))),
    ).toEqual([])
  })

  it('uses HTTP requests and responses only in http/, the simulator and the HTTP client', () => {
    const wrong = offenders(({ name, imports }) =>
      imports.map(({ spec }) => {
        const isHttp = ['express', 'node:http', 'node:https'].includes(spec)
        return (
          isHttp &&
          !/^(http|simulator)\//.test(name) &&
          !['process/app.ts', 'base/http-client.ts'].includes(name) &&
          `imports ${spec}`
        )
      }),
    )
    expect(wrong).toEqual([])
  })

  it('uses graphile-worker only in jobs/ and in migrations', () => {
    const wrong = offenders(({ name, imports }) =>
      imports.map(({ spec }) => spec.startsWith('graphile-worker') && !/^(jobs|db)\//.test(name) && `imports ${spec}`),
    )
    expect(wrong).toEqual([])
  })

  it('begins every file with a comment', () => {
    expect(files.filter(({ text }) => !/^(#!.*\n)?\/[/*]+\s+\S/.test(text)).map(({ name }) => name)).toEqual([])
  })
})
