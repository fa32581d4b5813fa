// A minimal rank change; every failure throws.

/** When it is the only managed role. */
export async function changeRank(platformUrl, { groupId, apiKey, userId, give, managed }) {
  const membership = await read(platformUrl, groupId, apiKey, userId)
  const name = (roleId) => `groups/${groupId}/roles/${roleId}`
  const write = (verb, role) =>
    ask(`${platformUrl}/cloud/v2/${membership.path}:${verb}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ role }),
    })
  await write('assignRole', name(give))
  const others = managed.filter((roleId) => roleId !== give).map(name)
  for (const role of membership.roles.filter((held) => others.includes(held))) await write('unassignRole', role)
  const { roles } = await read(platformUrl, groupId, apiKey, userId)
  if (!roles.includes(name(give)) || others.some((role) => roles.includes(role))) throw new Error('not changed')
}

async function read(platformUrl, groupId, apiKey, userId) {
  const filter = encodeURIComponent(`user == 'users/${userId}'`)
  const url = `${platformUrl}/cloud/v2/groups/${groupId}/memberships?maxPageSize=10&filter=${filter}`
  const { groupMemberships } = await ask(url, { headers: { 'x-api-key': apiKey } })
  return groupMemberships[0]
}

async function ask(url, init) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`the platform responds with ${response.status}`)
  return response.json()
}
