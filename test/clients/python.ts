import { spawnSync } from 'node:child_process'

/** Whether Python 3.11 or later is here. Tests of the Python client are skipped without it. */
export const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0
if (!hasPython) console.log('the Python client is not tested: there is no Python 3.11 (python3)')
