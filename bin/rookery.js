#!/usr/bin/env node
// Plain JavaScript for Node 20: whatever Node starts this file, Rookery itself runs on the pinned one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { handOver, root } from '../scripts/runtime.js'

// A checkout runs its TypeScript. A published package has none: Node strips no types in node_modules.
const source = join(root, 'src/cli.ts')
const entry = existsSync(source) ? source : join(root, 'dist/cli.js')

handOver([entry, ...process.argv.slice(2)])
