// Filters of List Group Memberships: one `==` or one `in [...]` (Open Cloud patterns, "Filtering").

export type Filter =
  { readonly by: 'user'; readonly userIds: readonly number[] } | { readonly by: 'role'; readonly roleId: number }

const maxUsers = 50

/**
 * @param groupId null: the group `-`, which requires `user in [...]`
 * @returns null without a filter; an error message when invalid
 */
export function parseFilter(text: string | null, groupId: number | null): Filter | null | string {
  if (text === null || text.trim() === '')
    return groupId === null ? "The wildcard group needs user in ['users/1']." : null
  const user = /^\s*user\s*==\s*(['"])users\/(\d+)\1\s*$/.exec(text)
  if (user && groupId !== null) return { by: 'user', userIds: [Number(user[2])] }
  const role = /^\s*role\s*==\s*(['"])groups\/(\d+)\/roles\/(\d+)\1\s*$/.exec(text)
  if (role && groupId !== null && Number(role[2]) === groupId) return { by: 'role', roleId: Number(role[3]) }
  const users = /^\s*user\s+in\s*\[([^\]]*)\]\s*$/.exec(text)
  return users ? usersIn(users[1] ?? '') : 'Invalid filter.'
}

function usersIn(list: string): Filter | string {
  const items = list.split(',').map((item) => /^\s*(['"])users\/(\d+)\1\s*$/.exec(item)?.[2])
  if (items.length > maxUsers) return `At most ${maxUsers} users may be given.`
  return items.every((item) => item !== undefined) ? { by: 'user', userIds: items.map(Number) } : 'Invalid filter.'
}
