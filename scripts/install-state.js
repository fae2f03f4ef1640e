// Plain JavaScript for Node 20: compares the installed packages with package-lock.json.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.js'

const lockFile = join(root, 'package-lock.json')
const stampFile = join(root, 'node_modules/.rookery-installed.json')
const platform = `${process.platform}-${process.arch}`

/**
 * Whether the last complete installation was of this package-lock.json, on this platform.
 *
 * @param wanted 'prod', or 'all' including development packages; an 'all' serves both
 */
export function isStamped(wanted) {
  const stamp = readJson(stampFile)
  if (stamp === null || stamp.platform !== platform || stamp.lock !== lockHash()) return false
  return stamp.kind === 'all' || stamp.kind === wanted
}

/** Records that all packages of this kind are installed. Call it after a complete installation only. */
export function writeStamp(kind) {
  writeFileSync(stampFile, `${JSON.stringify({ kind, lock: lockHash(), platform })}\n`)
}

/** Whether development dependencies are installed, of any version. */
export function hasDevelopmentPackages() {
  return Object.values(installedPackages()).some((entry) => entry.dev === true)
}

/**
 * The kind of a manual installation, by npm's own record in node_modules: 'all', 'prod', or null
 * if a package of the lock file is missing or has another version.
 */
export function findCompleteKind() {
  const installed = installedPackages()
  const asked = Object.entries(readJson(lockFile)?.packages ?? {}).filter(([path]) => path !== '')
  const missing = asked.filter(([path, entry]) => {
    if (!isForThisPlatform(entry)) return false
    return installed[path]?.version !== entry.version || installed[path]?.link !== entry.link
  })
  if (missing.length === 0) return 'all'
  // An entry marked devOptional is needed by both.
  return missing.every(([, entry]) => entry.dev === true) ? 'prod' : null
}

/** Whether there is a package-lock.json to install from: a published package has none. */
export function isCheckout() {
  return readJson(lockFile) !== null
}

function installedPackages() {
  return readJson(join(root, 'node_modules/.package-lock.json'))?.packages ?? {}
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex')
}

// Optional packages that name no system (a WebAssembly build) are installed only if npm needs them.
function isForThisPlatform(entry) {
  if (entry.optional !== true) return true
  if (entry.os === undefined || entry.cpu === undefined) return false
  const libc = process.platform === 'linux' ? entry.libc : undefined
  return (
    accepts(entry.os, process.platform) &&
    accepts(entry.cpu, process.arch) &&
    (libc === undefined || accepts(libc, libcOfSystem()))
  )
}

// The lock's os, cpu and libc: a name or a list, where "!name" excludes one.
function accepts(allowed, name) {
  const names = [allowed].flat()
  if (names.includes(`!${name}`)) return false
  return names.includes(name) || names.every((candidate) => candidate.startsWith('!'))
}

function libcOfSystem() {
  /** @type {any} Node's types know neither this member nor the report's */
  const report = process.report
  report.excludeNetwork = true // without it the report looks up the name of every address
  const { header } = report.getReport()
  return header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
