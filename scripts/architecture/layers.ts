// The layers of src/, lowest first: checked by test/architecture.test.ts, drawn in docs/architecture.md.

export interface Group {
  readonly name: string
  /** Rooms of one layer do not import each other. */
  readonly layers: readonly (readonly [rooms: readonly string[], what: string])[]
}

/** Lowest first: a file may import its room and lower layers. */
export const groups: readonly Group[] = [
  { name: 'generated', layers: [[['generated'], 'types and tables generated from openapi.yaml and the database']] },
  {
    name: 'base',
    layers: [
      [
        ['base'],
        'errors, log lines, metrics and traces, the version, ids, times, retries, outgoing HTTP, locks on files',
      ],
    ],
  },
  {
    name: 'database',
    layers: [
      [['db'], 'PostgreSQL: connections, statements, pages, migrations, enqueuing of jobs'],
      [['db-embedded', 'db-citus'], 'the embedded PostgreSQL; the distribution over the nodes of a Citus cluster'],
    ],
  },
  {
    name: 'platform',
    layers: [
      [
        ['encryption', 'simulator'],
        'encryption of secrets at rest, and rotation of its keys; a simulator of both platforms, independent of the server',
      ],
      [['platform', 'issuer'], 'the game platform over HTTP; the issuer of sign-ins (OpenID Connect)'],
    ],
  },
  {
    name: 'contract',
    layers: [
      [['context'], 'what each request, job and command carries'],
      [['contract'], 'openapi.yaml: router, validators, types'],
      [['names'], 'names beside the ids of any page'],
    ],
  },
  {
    name: 'records of every change',
    layers: [
      [
        ['audit', 'idempotency', 'limits'],
        'the audit log and its feed; effects that a repeated request has once; rate limits',
      ],
    ],
  },
  {
    name: 'communities',
    layers: [
      [['communities', 'ranks'], 'communities with plans and quotas; the rank table and its rules'],
      [['identities'], 'ids of accounts in domains of the platform; platform accounts'],
      [
        ['platform-connection', 'transfer'],
        'credentials for the group on the platform, OAuth, sync of the ranks; backup, and the move of one community',
      ],
    ],
  },
  {
    name: 'callers and members',
    layers: [
      [['auth', 'members', 'webhooks'], 'keys; member records, reports of their ids, links to chat accounts; webhooks'],
      [['people'], 'people of the staff, their roles, passkeys and sessions'],
    ],
  },
  {
    name: 'queue',
    layers: [
      [
        ['operations'],
        'the queue of operations on the platform (rank changes, roles, join requests) and their execution',
      ],
    ],
  },
  {
    name: 'features',
    layers: [
      [
        ['awards', 'moderation'],
        'medals, qualifications, experience, quota points and AutoRank; blacklist, warnings and suspensions',
      ],
      [['applications', 'events'], 'forms, submissions and reviews; events, attendees and their rewards'],
      [['reversals'], 'undo: changes of one author that are taken back'],
      [['data-rights'], 'export and erasure of an account'],
    ],
  },
  {
    name: 'requests and jobs',
    layers: [[['http', 'jobs'], 'requests, probes and draining; scheduled and queued jobs']],
  },
  {
    name: 'processes',
    layers: [
      [['process'], 'settings from the environment, the opening of the database, the composition of the app'],
      [['main', 'migrate', 'admin'], 'the server process; migration; the command line'],
    ],
  },
]

export const layers = groups.flatMap((group) => group.layers)
