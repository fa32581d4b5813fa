// Verbs of operationIds.

export const verbs: readonly string[] = [
  ...'accept add award begin cancel change create decline delete demote duplicate end explain find finish get invite lift'.split(
    ' ',
  ),
  ...'list look open preview promote receive redeem redeliver remove report request retry review revoke rotate save send'.split(
    ' ',
  ),
  ...'set start submit suspend sync update'.split(' '),
]
