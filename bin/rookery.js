#!/usr/bin/env node
// Plain JavaScript for Node 20: whatever Node starts this file, Rookery itself runs on the pinned one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitWith, handOver, root } from '../scripts/runtime.js'
import { hintOf, takeSettings, WRONG_SETTINGS } from '../scripts/settings-file.js'
import { arePagesFresh, bundle, isBundleFresh } from '../scripts/sources.js'

const taken = takeSettings(process.argv.slice(2))
const { words, values, problem } = taken
if (problem !== null) {
  process.stderr.write(`rookery: ${problem}\n`)
  process.exit(WRONG_SETTINGS)
}
// the file counts before what is set around it, as with systemd
Object.assign(process.env, values)
const hint = hintOf(taken, process.env)
if (hint !== null) process.stderr.write(`${hint}\n`)
const isServing = words[0] === 'serve'
const isFresh = isBundleFresh()

// A checkout that was never built is somebody's who works on it: only a server's start says so.
const old = []
if (!isFresh && (isServing || existsSync(bundle))) old.push('src/ runs instead of dist/, slower')
if (isServing && !arePagesFresh()) old.push('the web client and /admin are old or missing')
if (old.length > 0) {
  process.stderr.write(
    `Not built from these sources: ${old.join(', and ')}. Run "npm run build".\n`,
  )
}
// An installation without development packages can run a bundle only.
const has = (name) => existsSync(join(root, 'node_modules', name))
if (!isFresh && has('.package-lock.json') && !has('fastify')) {
  exitWith('Packages to run or build the sources are missing: run "npm ci && npm run build".')
}

// Node strips no types in node_modules, so a published package has the bundle only.
handOver([join(root, isFresh ? 'dist/cli.js' : 'src/cli.ts'), ...words])
