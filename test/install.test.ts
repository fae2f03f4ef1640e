import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  type CheckoutCopy,
  copyCheckout,
  type Ending,
  ending,
  runtimePackage,
} from './support/checkout-copy.ts'
import { until } from './support/in-time.ts'

// Stands in for npm: notes how it was called and lays down what a real one would have.
const NPM = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
const args = process.argv.slice(2)
appendFileSync('npm-calls', args.join(' ') + '\\n')
const { TEST_NPM_UNTIL: file } = process.env
for (let looks = 0; file && !existsSync(file) && looks < 5_000; looks++) {
  await new Promise((done) => setTimeout(done, 20))
}
if (process.env.TEST_NPM_FAILS) {
  console.error('npm error the registry is on fire')
  process.exit(3)
}
rmSync('node_modules', { recursive: true, force: true })
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const isWanted = ([path, entry]) => path !== '' && (args.includes('--include=dev') || !entry.dev)
const wanted = Object.fromEntries(Object.entries(packages).filter(isWanted))
for (const path of process.env.TEST_NPM_OMITS ? [] : Object.keys(wanted)) {
  mkdirSync(path + '/bin', { recursive: true })
  for (const name of ['node', 'node.exe']) symlinkSync(process.execPath, path + '/bin/' + name)
}
mkdirSync('node_modules', { recursive: true })
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: wanted }))
`

test('the first start installs what production needs, the next starts install nothing', async () => {
  await using copy = await freshClone()

  const first = await install(copy, 'prod')
  const second = await install(copy, 'prod')

  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stderr, /^Installing dependencies \(once\)…\nInstalled in \d+ s\.\n$/)
  assert.deepEqual([second.code, second.stderr], [0, ''])
  assert.match(await copy.read('node_modules/.rookery-installed.json'), /"kind":"prod"/)
  assert.match(await copy.read('npm-calls'), /^ci --include=optional --omit=dev [^\n]*\n$/)
})

test('the first test run adds what only development needs; a start leaves it there', async () => {
  await using copy = await freshClone()

  await install(copy, 'prod')
  await install(copy, 'all')
  await install(copy, 'prod')

  assert.deepEqual(await callsOf(copy), ['--omit=dev', '--include=dev'])
})

test('a changed lock is installed again, with development packages where there were some', async () => {
  await using copy = await freshClone()
  await install(copy, 'all')

  await copy.write('package-lock.json', lockOf('2.0.0'))
  const { code, stderr } = await install(copy, 'prod')

  assert.equal(code, 0, stderr)
  assert.deepEqual(await callsOf(copy), ['--include=dev', '--include=dev'])
})

test('what was installed by hand is taken as it is, if it is complete', async () => {
  await using complete = await freshClone()
  await complete.write('node_modules/.package-lock.json', lockOf('1.0.0'))
  await using old = await freshClone()
  await old.write('node_modules/.package-lock.json', lockOf('0.9.0'))

  await install(complete, 'all')
  await install(old, 'all')

  assert.deepEqual(await callsOf(complete), [])
  assert.deepEqual(await callsOf(old), ['--include=dev'])
})

test('nothing is installed while a server runs from this checkout', async () => {
  await using copy = await freshClone()
  const lock = { pid: process.pid, host: '127.0.0.1', port: 3000, startedAt: Date.now() }
  await copy.write('elsewhere/server.lock', JSON.stringify(lock))

  const { code, stderr } = await install(copy, 'prod', { DATA_DIR: 'elsewhere' })

  assert.equal(code, 1)
  assert.match(stderr, new RegExp(`^[^\n]*a server \\(process ${process.pid}\\) runs[^\n]*\n$`))
  assert.deepEqual(await callsOf(copy), [])
})

test('a running server does not hinder a start that has nothing to install', async () => {
  await using copy = await freshClone()
  await install(copy, 'prod')
  const lock = { pid: process.pid, startedAt: Date.now() }
  await copy.write('data/server.lock', JSON.stringify(lock))

  const { code, stderr } = await install(copy, 'prod')

  assert.deepEqual([code, stderr], [0, ''])
})

const HARMLESS = {
  'of a server that has ended': { pid: 2 ** 22 + 1, startedAt: Date.now() },
  'from before the machine was started': { pid: process.pid, startedAt: 1000 },
  'of a server of another checkout': {
    pid: process.pid,
    startedAt: Date.now(),
    checkout: '/srv/other',
  },
}

for (const [whose, lock] of Object.entries(HARMLESS)) {
  test(`a server.lock ${whose} does not hinder an installation`, async () => {
    await using copy = await freshClone()
    await copy.write('data/server.lock', JSON.stringify(lock))

    const { code, stderr } = await install(copy, 'prod')

    assert.equal(code, 0, stderr)
  })
}

test('of two at the same time one installs and the other waits for it', async () => {
  await using copy = await freshClone()
  const env = { ...npmOf(copy), TEST_NPM_UNTIL: 'other-waits' }
  const children = [1, 2].map(() => copy.start(['scripts/install.js', 'prod'], env))
  let told = ''
  for (const { stderr } of children) {
    stderr!.on('data', (chunk) => {
      told += chunk
    })
  }
  const ended = Promise.all(children.map(ending))
  await until(() => /Waiting for the installation/.test(told))
  await copy.write('other-waits', '')

  const both = await ended

  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0],
  )
  assert.deepEqual(await callsOf(copy), ['--omit=dev'])
})

test('the lock of an installation that was killed is taken over', async () => {
  await using copy = await freshClone()
  const killed = { pid: 2 ** 22 + 1, startedAt: Date.now() }
  await copy.write('.rookery-install.lock', JSON.stringify(killed))

  const { code, stderr } = await install(copy, 'prod')

  assert.equal(code, 0, stderr)
  assert.equal(await copy.read('.rookery-install.lock'), '')
})

test('an installation that fails says what npm said and is tried again', async () => {
  await using copy = await freshClone()

  const failed = await install(copy, 'prod', { TEST_NPM_FAILS: 'yes' })
  const again = await install(copy, 'prod')

  assert.equal(failed.code, 1)
  assert.match(
    failed.stderr,
    /registry is on fire\nInstalling .* failed \(npm ci: exit code 3\)\.\n$/,
  )
  assert.equal(again.code, 0, again.stderr)
  assert.equal((await callsOf(copy)).length, 2)
})

test('an installation without the pinned Node is not complete', async () => {
  await using copy = await freshClone()

  const { code, stderr } = await install(copy, 'prod', { TEST_NPM_OMITS: 'yes' })

  assert.equal(code, 1)
  assert.match(stderr, /npm left out the Node that Rookery runs on/)
  assert.equal(await copy.read('node_modules/.rookery-installed.json'), '')
})

test('package.json installs before it tests and checks', async () => {
  await using copy = await freshClone()

  const { scripts } = JSON.parse(await copy.read('package.json'))

  assert.equal(scripts.start, 'exec node scripts/start.js serve')
  for (const name of ['pretest', 'precheck', 'prebench', 'preconformance']) {
    assert.equal(scripts[name], 'node scripts/install.js all', name)
  }
})

const isWindows = process.platform === 'win32' && 'Windows ends a process without asking it'

// Stands in for the build: the bundle says which arguments it got.
const BUILD = `
import { mkdirSync, writeFileSync } from 'node:fs'
import { bundle, stampOf } from './sources.js'
if (process.env.TEST_BUILD_FAILS) process.exit(3)
console.log('built')
mkdirSync(bundle, { recursive: true })
writeFileSync(bundle + '/stamp', stampOf(bundle))
writeFileSync(bundle + '/cli.js', 'console.log("runs", ...process.argv.slice(2))')
`

test('npm start installs and builds what is missing, then serves', async () => {
  await using copy = await buildableClone()

  const fresh = await start(copy)
  const built = await start(copy)
  await copy.write('src/cli.ts', 'edited')
  const edited = await start(copy)

  assert.deepEqual([fresh.code, fresh.stdout], [0, 'built\nruns serve --only web\n'], fresh.stderr)
  assert.match(fresh.stderr, /^Installing dependencies \(once\)…\nInstalled in \d+ s\.\n$/)
  assert.deepEqual([built.stdout, built.stderr], ['runs serve --only web\n', ''])
  assert.deepEqual([edited.stdout, edited.stderr], ['built\nruns serve --only web\n', ''])
  assert.deepEqual(await callsOf(copy), ['--include=dev'])
})

test('npm start of a checkout that was built elsewhere installs only what the bundle needs', async () => {
  await using copy = await buildableClone()
  await start(copy)
  await rm(join(copy.path, 'node_modules'), { recursive: true })

  const { code, stdout, stderr } = await start(copy)

  assert.deepEqual([code, stdout], [0, 'runs serve --only web\n'], stderr)
  assert.deepEqual(await callsOf(copy), ['--include=dev', '--omit=dev'])
})

test('npm start does not start what could not be built or installed', async () => {
  await using copy = await buildableClone()

  const unbuilt = await start(copy, { TEST_BUILD_FAILS: 'yes' })
  await copy.write('package-lock.json', lockOf('2.0.0'))
  const uninstalled = await start(copy, { TEST_NPM_FAILS: 'yes' })

  assert.deepEqual([unbuilt.code, unbuilt.stdout], [1, ''])
  assert.match(unbuilt.stderr, /\nBuilding failed, so nothing is started\.\n$/)
  assert.deepEqual([uninstalled.code, uninstalled.stdout], [1, ''])
  assert.match(uninstalled.stderr, /Installing .* failed \(npm ci: exit code 3\)\.\n$/)
})

test('npm start that is stopped while it builds starts nothing', { skip: isWindows }, async () => {
  await using copy = await buildableClone()
  const slow = `console.log('builds')
await new Promise((done) => setTimeout(done, 90_000))`
  await copy.write('scripts/build.js', `${slow}${BUILD}`)
  const child = copy.start(['scripts/start.js', 'serve'], npmOf(copy))
  const ended = ending(child)
  await once(child.stdout!, 'data')

  child.kill('SIGTERM')

  const { code, stdout, stderr } = await ended
  assert.deepEqual([code, stdout], [1, 'builds\n'], stderr)
})

async function buildableClone(): Promise<CheckoutCopy> {
  const copy = await freshClone()
  await copy.write('scripts/build.js', BUILD)
  await copy.write('src/cli.ts', '')
  return copy
}

function start(copy: CheckoutCopy, env: Record<string, string> = {}): Promise<Ending> {
  return copy.run(['scripts/start.js', 'serve', '--only', 'web'], { ...npmOf(copy), ...env })
}

async function freshClone(): Promise<CheckoutCopy> {
  const copy = await copyCheckout()
  await copy.write('npm-cli.js', NPM)
  await copy.write('package-lock.json', lockOf('1.0.0'))
  return copy
}

// One package for production, one for development, and the pinned Node.
function lockOf(version: string): string {
  const system = { os: [process.platform], cpu: [process.arch], optional: true }
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/used': { version },
    'node_modules/tested': { version, dev: true },
    'node_modules/elsewhere': { version, optional: true, os: ['aix'], cpu: ['ppc64'] },
    [`node_modules/${runtimePackage()}`]: { version, ...system },
  }
  return JSON.stringify({ packages })
}

function install(copy: CheckoutCopy, kind: string, env: Record<string, string> = {}) {
  return copy.run(['scripts/install.js', kind], {
    ...npmOf(copy),
    ...env,
  }) satisfies Promise<Ending>
}

function npmOf(copy: CheckoutCopy) {
  return { npm_execpath: join(copy.path, 'npm-cli.js'), npm_node_execpath: process.execPath }
}

async function callsOf(copy: CheckoutCopy): Promise<string[]> {
  const calls = (await copy.read('npm-calls')).split('\n').filter((line) => line !== '')
  return calls.map((call) => /--(?:omit|include)=dev/.exec(call)?.[0] ?? call)
}
