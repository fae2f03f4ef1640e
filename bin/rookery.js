#!/usr/bin/env node
// Plain JavaScript for Node 20: whatever Node starts this file, Rookery itself runs on the pinned one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { handOver, root } from '../scripts/runtime.js'
import { arePagesFresh, isBundleFresh } from '../scripts/sources.js'

// A checkout runs the bundle of its sources if there is one of just these. A published package has
// nothing else: Node strips no types in node_modules.
const source = join(root, 'src/cli.ts')
const entry = existsSync(source) && !isBundleFresh() ? source : join(root, 'dist/cli.js')

if (process.argv[2] === 'serve' && !arePagesFresh()) {
  process.stderr.write(
    'The pages of /admin are not made of these sources: `npm run build` makes them.\n',
  )
}

handOver([entry, ...process.argv.slice(2)])
