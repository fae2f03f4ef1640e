import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckoutCopy, copyCheckout, ending, linkRuntime } from './support/checkout-copy.ts'

// A Node that can replace its own process does so; an older one starts a child.
const WAYS = [
  { way: 'in the same process', options: [] },
  {
    way: 'in a child',
    options: ['--import', 'data:text/javascript,process.execve=undefined'],
  },
]

// Tells what it got; with "serve" it runs until a signal or the end of its launcher.
const PROGRAM = `
import { writeFileSync } from 'node:fs'
import { watchParent } from './parent-watch.ts'
const [command, ...rest] = process.argv.slice(2)
const tell = (what: string) => process.stdout.write(what + '\\n')
if (command === 'serve') {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2']) {
    process.on(signal, () => { tell(signal); process.exit(5) })
  }
  process.on('exit', () => writeFileSync('ended-itself', String(process.pid)))
  watchParent(() => process.exit(0))
  setTimeout(() => process.exit(9), 20_000)
  tell('pid ' + process.pid)
} else if (command === 'die') process.kill(process.pid, 'SIGKILL')
else {
  const { NODE_COMPILE_CACHE: cache = null, ROOKERY_PARENT_PID: parent = null } = process.env
  tell(JSON.stringify({ rest, main: import.meta.main, runtime: process.execPath, cache, parent }))
  process.exit(Number(rest[0] ?? 0))
}
`

const NPM = `
import { spawn } from 'node:child_process'
const shell = spawn(process.argv[2], { shell: true, stdio: 'inherit' })
process.on('SIGTERM', () => shell.kill('SIGTERM'))
shell.on('exit', () => console.log('npm ends'))
`

test('the launcher prefers the pinned Node, found in the folders above too', async () => {
  await using copy = await copyCheckout('node_modules/rookery')
  await linkRuntime(dirname(dirname(copy.path)))
  await copy.write('dist/cli.js', 'console.log("runs")')
  await askForNode(copy, '99.0.0')

  const { code, stdout, stderr } = await copy.run(['bin/rookery.js', 'tell'])

  assert.equal(code, 0, stderr)
  assert.equal(stdout, 'runs\n')
})

test('without a pinned Node the running one serves if its major version is right', async () => {
  await using copy = await copyCheckout()
  await copy.write('src/cli.ts', PROGRAM)
  await askForNode(copy, `${process.versions.node.split('.')[0]}.0.0`)

  const { code, stdout, stderr } = await copy.run(['bin/rookery.js', 'tell'])

  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).runtime, process.execPath)
})

test('without any suitable Node the launcher ends with one clear line', async () => {
  await using copy = await copyCheckout()
  await copy.write('src/cli.ts', PROGRAM)
  await askForNode(copy, '99.0.0')

  const { code, stdout, stderr } = await copy.run(['bin/rookery.js', 'tell'])

  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^Node 99\.0\.0 is not installed here yet: run "npm start".*\n$/)
})

test('a package without TypeScript runs its JavaScript', async () => {
  await using copy = await copyCheckout()
  await linkRuntime(copy.path)
  await copy.write('dist/cli.js', 'console.log("from dist", process.argv[2])')

  const { code, stdout, stderr } = await copy.run(['bin/rookery.js', 'doctor'])

  assert.equal(code, 0, stderr)
  assert.equal(stdout, 'from dist doctor\n')
})

test('a checkout runs its bundle as long as that is of just these sources', async () => {
  await using copy = await copyOfProgram()
  await copy.write('package-lock.json', '{}')
  await copy.write('dist/cli.js', 'console.log("from dist")')
  const STAMP = `import { writeFileSync } from 'node:fs'
import { sourcesStamp } from './scripts/sources.js'
writeFileSync('dist/stamp', sourcesStamp())`
  await copy.run(['--input-type=module', '-e', STAMP])

  const fresh = await copy.run(['bin/rookery.js', 'tell'])
  await copy.write('src/new.ts', '')
  const stale = await copy.run(['bin/rookery.js', 'tell'])

  assert.equal(fresh.stdout, 'from dist\n', fresh.stderr)
  assert.deepEqual(JSON.parse(stale.stdout).rest, [], stale.stderr)
})

test('a checkout that serves says that its pages are not built, and no more once they are', async () => {
  await using copy = await copyCheckout()
  await linkRuntime(copy.path)
  await copy.write('src/cli.ts', 'console.log("serving")')
  await copy.write('src/web/tokens.css', '')
  await copy.write('web/main.tsx', '')
  await copy.write('package-lock.json', '{}')
  const STAMP = `import { mkdirSync, writeFileSync } from 'node:fs'
import { pagesStamp } from './scripts/sources.js'
mkdirSync('dist.web')
writeFileSync('dist.web/stamp', pagesStamp())`

  const before = await copy.run(['bin/rookery.js', 'serve'])
  const other = await copy.run(['bin/rookery.js', 'doctor'])
  await copy.run(['--input-type=module', '-e', STAMP])
  const built = await copy.run(['bin/rookery.js', 'serve'])
  await copy.write('web/main.tsx', 'export const more = 1')
  const changed = await copy.run(['bin/rookery.js', 'serve'])

  assert.equal(before.stdout, 'serving\n', before.stderr)
  assert.match(before.stderr, /npm run build/)
  assert.equal(other.stderr, '')
  assert.equal(built.stderr, '')
  assert.match(changed.stderr, /npm run build/)
})

test('compiled code is kept in node_modules, or nowhere if it cannot be', async () => {
  await using copy = await copyOfProgram()
  const kept = await copy.run(['bin/rookery.js', 'tell'])
  await using other = await copyOfProgram()
  await other.write('node_modules/.cache', 'a file where a folder should be')
  const unkept = await other.run(['bin/rookery.js', 'tell'])
  const chosen = await copy.run(['bin/rookery.js', 'tell'], { NODE_COMPILE_CACHE: copy.path })

  assert.equal(JSON.parse(kept.stdout).cache, join(copy.path, 'node_modules/.cache/rookery'))
  assert.equal(JSON.parse(unkept.stdout).cache, null, unkept.stderr)
  assert.equal(JSON.parse(chosen.stdout).cache, copy.path)
})

for (const { way, options } of WAYS) {
  test(`${way}: the program gets the arguments as they are and its exit code is kept`, async () => {
    await using copy = await copyOfProgram()

    const args = ['3', 'two words', '', '--flag=*', 'ü"\'']
    const { code, stdout, stderr } = await copy.run([...options, 'bin/rookery.js', 'tell', ...args])

    assert.equal(code, 3, stderr)
    assert.partialDeepStrictEqual(JSON.parse(stdout), { rest: args, main: true })
  })

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'] as const) {
    test(`${way}: ${signal} reaches the program, which decides how to end`, async () => {
      await using copy = await copyOfProgram()
      const launcher = copy.start([...options, 'bin/rookery.js', 'serve'])
      const ended = ending(launcher)
      await pidOfProgram(launcher)

      launcher.kill(signal)

      const { code, stdout } = await ended
      assert.equal(code, 5)
      assert.match(stdout, new RegExp(`\n${signal}\n$`))
    })
  }

  test(`${way}: when npm is killed the server stops by itself`, async () => {
    await using copy = await copyOfProgram()
    const npm = await startThroughNpm(copy, options)
    const pid = await pidOfProgram(npm)

    npm.kill('SIGKILL')

    assert.equal(await eventually(() => copy.read('ended-itself')), String(pid))
  })

  test(`${way}: SIGTERM to npm reaches the server, and npm ends after it`, async () => {
    await using copy = await copyOfProgram()
    const npm = await startThroughNpm(copy, options)
    const ended = ending(npm)
    const pid = await pidOfProgram(npm)

    npm.kill('SIGTERM')

    assert.match((await ended).stdout, /\nSIGTERM\nnpm ends\n$/)
    assert.equal(await copy.read('ended-itself'), String(pid))
  })
}

test('in a child: death by a signal becomes exit code 128 + n', async () => {
  await using copy = await copyOfProgram()

  const { code } = await copy.run([...WAYS[1]!.options, 'bin/rookery.js', 'die'])

  assert.equal(code, 137)
})

test('in a child: when the launcher is killed the server stops by itself', async () => {
  await using copy = await copyOfProgram()
  const launcher = copy.start([...WAYS[1]!.options, 'bin/rookery.js', 'serve'])
  const pid = await pidOfProgram(launcher)

  launcher.kill('SIGKILL')

  assert.equal(await eventually(() => copy.read('ended-itself')), String(pid))
})

test('a service that calls the launcher itself is not tied to the process that started it', async () => {
  await using copy = await copyOfProgram()
  // Left over from an outer `npm start`; it names somebody else's parent.
  const env = { ROOKERY_PARENT_PID: '1' }

  const { stdout } = await copy.run(['bin/rookery.js', 'tell'], env)

  assert.equal(JSON.parse(stdout).parent, null)
})

test('run.js runs any file on the pinned Node', async () => {
  await using copy = await copyOfProgram()
  await copy.write('tool/main.ts', 'const n: number = 4\nconsole.log(process.argv.slice(2), n)')

  const { code, stdout, stderr } = await copy.run(['scripts/run.js', 'tool/main.ts', '--size', '9'])

  assert.equal(code, 0, stderr)
  assert.equal(stdout, "[ '--size', '9' ] 4\n")
})

async function copyOfProgram(): Promise<CheckoutCopy> {
  const copy = await copyCheckout()
  await linkRuntime(copy.path)
  await copy.write('src/cli.ts', PROGRAM)
  return copy
}

async function askForNode(copy: CheckoutCopy, version: string): Promise<void> {
  const description = JSON.parse(await readFile(join(copy.path, 'package.json'), 'utf8'))
  for (const name of Object.keys(description.optionalDependencies)) {
    description.optionalDependencies[name] = version
  }
  await copy.write('package.json', JSON.stringify(description))
}

// Runs the start script as npm does: in a shell, which alone gets npm's signals.
async function startThroughNpm(copy: CheckoutCopy, options: string[]): Promise<ChildProcess> {
  const { scripts } = JSON.parse(await copy.read('package.json'))
  await copy.write('npm.js', NPM)
  return copy.start(['npm.js', scripts.start], {
    npm_lifecycle_event: 'start',
    NODE_OPTIONS: options.join('='),
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  })
}

async function pidOfProgram(child: ChildProcess): Promise<number> {
  const [line] = await once(child.stdout!, 'data')
  return Number(/^pid (\d+)/.exec(String(line))?.[1])
}

async function eventually(read: () => Promise<string>): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const value = await read()
    if (value !== '') return value
    await sleep(100)
  }
  throw new Error('it did not happen within ten seconds')
}
