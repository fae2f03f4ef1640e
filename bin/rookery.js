#!/usr/bin/env node
// Plain JavaScript for Node 20: whatever Node starts this file, Rookery itself runs on the pinned one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { handOver, root } from '../scripts/runtime.js'
import { isBundleFresh } from '../scripts/sources.js'

// A checkout runs the bundle of its sources if there is one of just these. A published package has
// nothing else: Node strips no types in node_modules.
const source = join(root, 'src/cli.ts')
const entry = existsSync(source) && !isBundleFresh() ? source : join(root, 'dist/cli.js')

handOver([entry, ...process.argv.slice(2)])
