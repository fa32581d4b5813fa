// The order of the rooms of src/: what test/architecture.test.ts holds, and what the picture in docs/architecture.md draws.

/**
 * From the ground up. A file may import its own room and those on lower steps; rooms on one step do not know each other.
 */
export const stairs: readonly (readonly [rooms: readonly string[], what: string])[] = [
  [['generated'], 'what the two contracts say, as types and tables'],
  [
    ['errors', 'logger', 'ids', 'time', 'exchange', 'screening'],
    'errors, log lines, ids, times; one call to the outside; what a text gives away',
  ],
  [['telemetry'], 'what is counted and traced'],
  [['platform', 'chat', 'db'], 'the outside: the game platform, the chat and PostgreSQL'],
  [
    ['config', 'simulator'],
    'the environment, read once; a platform to try things on, which knows nothing of the server',
  ],
  [['context'], 'what every piece of work has in hand'],
  [['contract'], 'openapi.yaml as types and checks'],
  [['audit'], 'the trail that every change and every read of a response leaves, and the feed of it'],
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
  [['secrets'], 'which key stored secrets are encrypted under, and its rotation'],
  [['key-file'], 'the encryption keys that a data directory keeps'],
  [['http', 'jobs', 'store', 'demo'], 'the ways in: requests, the clock, the start'],
  [['app', 'migrate'], 'the composition root; bringing the database up to date'],
  [['main', 'admin'], 'the processes'],
]
