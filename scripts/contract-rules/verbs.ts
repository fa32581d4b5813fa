// Verbs of operationIds.

export const verbs: readonly string[] = [
  ...[
    'add',
    'award',
    'cancel',
    'change',
    'create',
    'delete',
    'demote',
    'duplicate',
    'explain',
    'find',
    'finish',
    'get',
  ],
  ...[
    'lift',
    'list',
    'look',
    'open',
    'promote',
    'receive',
    'redeem',
    'redeliver',
    'remove',
    'request',
    'review',
    'revoke',
    'rotate',
  ],
  ...['save', 'send', 'set', 'start', 'submit', 'suspend', 'sync', 'update'],
]
