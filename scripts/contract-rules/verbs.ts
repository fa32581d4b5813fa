// Verbs of operationIds.

export const verbs: readonly string[] = [
  ...'accept add award cancel change create decline delete demote duplicate explain find finish get lift'.split(' '),
  ...'list look open promote receive redeem redeliver remove report request review revoke rotate save send'.split(' '),
  ...'set start submit suspend sync update'.split(' '),
]
