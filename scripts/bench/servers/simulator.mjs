// The simulator in a separate process, which does not keep its state in the file that it reads.
import { startSimulator } from '../../../dist/src/simulator/server.js'
import { openWorldFile } from '../../../dist/src/simulator/world-file.js'
import { World } from '../../../dist/src/simulator/world.js'

const world = openWorldFile(process.argv[2], new World())
world.onChange = () => undefined
const { url } = await startSimulator({ world })
process.send(url)
