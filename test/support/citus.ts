// Runs the tests on a Citus cluster: CITUS_URL names a database on its coordinator, to which the nodes have been added.
import { Client } from 'pg'
import { planDistribution, runStep } from '../../src/db-citus/distribute'

/** URLs of all nodes, the coordinator first. */
export async function nodeUrls(coordinatorUrl: string): Promise<string[]> {
  const { rows } = await ask<{ host: string; port: number }>(
    coordinatorUrl,
    `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid`,
  )
  const workers = rows.map(({ host, port }) => {
    const url = new URL(coordinatorUrl)
    url.hostname = host
    url.port = String(port)
    return url.toString()
  })
  return [coordinatorUrl, ...workers]
}

/** Creates the extension on every node, and adds the nodes to the coordinator. */
export async function joinNodes(urls: readonly string[]): Promise<void> {
  for (const url of urls) await ask(url, 'create extension citus')
  const [coordinator = '', ...workers] = urls.map((url) => new URL(url))
  const at = ({ hostname, port }: URL): string => `'${hostname}', ${port}`
  await ask(String(coordinator), `select citus_set_coordinator_host(${at(coordinator as URL)})`)
  for (const worker of workers) await ask(String(coordinator), `select citus_add_node(${at(worker)})`)
}

export async function distributeAll(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const step of await planDistribution(client)) await runStep(client, step)
  } finally {
    await client.end()
  }
}

/** Ends the connections to a template: Citus keeps one for its maintenance, and a template must have none. */
export async function closeTemplate(url: string, name: string): Promise<void> {
  await ask(url, `alter database ${name} with allow_connections false`)
  await ask(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

async function ask<Row extends object>(url: string, text: string): Promise<{ rows: Row[] }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<Row>(text)
  } finally {
    await client.end()
  }
}
