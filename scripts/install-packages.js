// Plain JavaScript for Node 20: installs the packages of package-lock.json.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import {
  findCompleteKind,
  hasDevelopmentPackages,
  isCheckout,
  isStamped,
  writeStamp,
} from './install-state.js'
import { findHolder, takeLock } from './process-lock.js'
import { findPinnedRuntime, isPlatformPinned, passOnSignals, root } from './runtime.js'

const OLDEST_NODE = 20
const WAIT_MS = 15 * 60_000
const LINES_OF_FAILURE = 15

/**
 * Installs packages, unless they are installed or there is no package-lock.json to install from.
 *
 * @param wanted 'prod', or 'all' including what is needed to build and to test
 * @throws Error with a message for the operator
 */
export async function installPackages(wanted) {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new Error(
      `Rookery needs Node ${OLDEST_NODE} or newer to start; this is ${process.version}.`,
    )
  }
  if (!isCheckout() || isStamped(wanted)) return
  const giveBack = await takeLock(join(root, '.rookery-install.lock'), {
    onWait: ({ pid }) => say(`Waiting for the installation that process ${pid} is doing…`),
    timeout: WAIT_MS,
  })
  try {
    await bringUpToDate(wanted)
  } finally {
    giveBack()
  }
}

async function bringUpToDate(wanted) {
  const complete = findCompleteKind()
  if (complete === 'all' || complete === wanted) return writeStamp(complete)
  refuseWhileServing()
  // An `npm start` after a `git pull` must not remove the test runner's packages.
  const kind = wanted === 'all' || hasDevelopmentPackages() ? 'all' : 'prod'
  const startedAt = Date.now()
  say('Installing dependencies (once)…')
  await installAll(kind)
  if (isPlatformPinned() && findPinnedRuntime() === null) {
    throw new Error(
      'npm left out the Node that Rookery runs on. Is "optional" in its "omit" setting?',
    )
  }
  writeStamp(kind)
  say(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

function refuseWhileServing() {
  const folder = resolve(root, process.env.DATA_DIR || 'data')
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    // several processes of a server may share the folder
    if (/^server(-\d+)?\.lock$/.test(name)) refuseFor(join(folder, name))
  }
}

function refuseFor(file) {
  const server = findHolder(file)
  // Servers of several checkouts may use their data folders in turn.
  if (server === null || (server.checkout !== undefined && server.checkout !== root)) return
  throw new Error(
    `Dependencies have to be installed, but a server (process ${server.pid}) runs from this folder: ` +
      `stop it first. If there is none, remove ${file}.`,
  )
}

async function installAll(kind) {
  const child = startNpm([
    'ci',
    '--include=optional',
    kind === 'all' ? '--include=dev' : '--omit=dev',
    // None of our packages needs an install script; one added later must not run unnoticed.
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ])
  passOnSignals(child)
  const lines = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => lines.push(...text.split('\n')))
  }
  const ending = await new Promise((done) => {
    child.on('error', (error) => done(error.message))
    child.on('close', (code, signal) => done(signal ?? (code === 0 ? null : `exit code ${code}`)))
  })
  if (ending === null) return
  const output = lines.filter((line) => line.trim() !== '').slice(0, LINES_OF_FAILURE)
  throw new Error([...output, `Installing the dependencies failed (npm ci: ${ending}).`].join('\n'))
}

// The npm that runs us, on the Node that runs it: our Node may be one of the packages to replace.
function startNpm(args) {
  /** @type {import('node:child_process').SpawnOptionsWithStdioTuple<'ignore', 'pipe', 'pipe'>} */
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  if (basename(npm).startsWith('npm-cli.')) return spawn(node, [npm, ...args], options)
  // On Windows npm is a .cmd file, which only a shell can start.
  return spawn('npm', args, { ...options, shell: process.platform === 'win32' })
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
