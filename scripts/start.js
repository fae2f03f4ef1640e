// npm start: installs and builds what is missing, then serves. Plain JavaScript for Node 20, in one process: each
// further one would make every start longer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { installPackages } from './install-packages.js'
import { isCheckout } from './install-state.js'
import { exitWith, passOnSignals, root } from './runtime.js'
import { arePagesFresh, isBundleFresh } from './sources.js'

async function prepare() {
  const isBuilt = isBundleFresh() && arePagesFresh()
  await installPackages(isBuilt ? 'prod' : 'all')
  if (isBuilt) return
  const options = /** @type {const} */ ({ cwd: root, stdio: 'inherit' })
  const build = spawn(process.execPath, ['scripts/run.js', 'scripts/build.js'], options)
  // a stop while it builds must not end in a server
  passOnSignals(build)
  const [code] = await once(build, 'exit')
  if (code !== 0) exitWith('Building failed, so nothing is started.')
}

if (isCheckout()) await prepare().catch((error) => exitWith(error.message))
await import('../bin/rookery.js')
