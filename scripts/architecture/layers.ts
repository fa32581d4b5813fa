// The layers of src/, lowest first (test/architecture.test.ts).

/** A file may import its room and lower layers. `handlers.ts` files form the layer `handlers`. */
export const layers: readonly (readonly [rooms: readonly string[], what: string])[] = [
  [['generated'], 'types and tables generated from openapi.yaml and the database'],
  [
    ['errors', 'error-message', 'logger', 'version', 'ids', 'time', 'nearest', 'async', 'http-client', 'screening'],
    'errors, log lines, the version, ids, times, misspelt names, retries; outgoing HTTP; detection of personal data in texts',
  ],
  [['project-root'], 'the folder of openapi.yaml and sql/'],
  [['telemetry'], 'metrics and traces'],
  [['platform', 'chat', 'db', 'job-queue'], 'the game platform, the chat platform, PostgreSQL, enqueuing of jobs'],
  [
    ['config', 'start-lines', 'simulator', 'simulator-address'],
    'settings from the environment; the first lines of a process; a simulator of both platforms, independent of the server',
  ],
  [['context'], 'what each request, job and command carries'],
  [['contract'], 'openapi.yaml: router, validators, types'],
  [['audit', 'idempotency'], 'the audit log and its feed; effects that a repeated request has once'],
  [
    ['communities', 'identities', 'ranks'],
    'communities with plans and quotas; ids of accounts in domains of the platform; the rank table and its rules',
  ],
  [['platform-connection'], 'credentials for the group on the platform, OAuth, sync of the ranks'],
  [['auth', 'members', 'accounts', 'webhooks'], 'keys and limits; member records; platform accounts; webhooks'],
  [['rank-changes'], 'the queue of rank changes and their execution on the platform'],
  [
    ['medals', 'moderation', 'verifications', 'identity-reports', 'join-requests'],
    'medals and qualifications; blacklist, warnings and suspensions; links to chat accounts; reports of ids by game servers; requests to join the group',
  ],
  [['progression', 'applications'], 'experience, quota points and AutoRank; forms, submissions and reviews'],
  [['events'], 'events, attendees and their rewards'],
  [['privacy'], 'export and erasure of an account'],
  [['secrets'], 'encryption keys and their rotation'],
  [['handlers'], 'one file in each room: one function for each operation'],
  [['ops'], 'probes, readiness, draining'],
  [['http', 'jobs', 'open-database', 'demo'], 'requests; scheduled and queued jobs; the start'],
  [['deployment-state'], 'what the metrics show of the whole deployment'],
  [['app', 'migrate'], 'composition; migration'],
  [['main', 'admin'], 'the server process; the command line'],
]
