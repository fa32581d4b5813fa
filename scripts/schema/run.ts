// `npm run schema`: writes sql/schema.sql from the migrations in sql/before-4.0.0.
import { runCommand } from '../command'

const help = `npm run schema

Writes sql/schema.sql, with which a new database begins, from a temporary database that the migrations in sql/before-4.0.0 have
made, and its entry in sql/checksums.json. The comments of sql/schema.sql are kept; what it does not have yet gets the comment of its
migration. Exits with 1 when a database of the file differs from one of the migrations. The file is frozen since 4.0.0: a change
of the schema is a new migration in sql/.
`

runCommand(help, {}, async () => {
  const { writeSchema } = await import('./write.js')
  await writeSchema()
})
