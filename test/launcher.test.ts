import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { type CheckoutCopy, copyCheckout, ending, linkRuntime } from './support/checkout-copy.ts'
import { until } from './support/in-time.ts'

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
import { watchParent } from './app/exit-with-parent.ts'
const [command, ...rest] = process.argv.slice(2)
const tell = (what: string) => process.stdout.write(what + '\\n')
if (command === 'serve') {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2']) {
    process.on(signal, () => { tell(signal); process.exit(5) })
  }
  process.on('exit', () => writeFileSync('ended-itself', String(process.pid)))
  watchParent(() => process.exit(0))
  setTimeout(() => process.exit(9), 90_000)
  tell('pid ' + process.pid)
} else if (command === 'die') process.kill(process.pid, 'SIGKILL')
else {
  const { NODE_COMPILE_CACHE: cache = null, ROOKERY_PARENT_PID: parent = null } = process.env
  tell(JSON.stringify({ rest, main: import.meta.main, runtime: process.execPath, cache, parent }))
  process.exit(Number(rest[0] ?? 0))
}
`

/** what the bundle of `builtCopy` prints */
const BUILT = 'from dist\n'

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

test('a checkout runs its bundle until a source file is edited, added or removed', async () => {
  await using copy = await builtCopy()
  const runs = async () => copy.run(['bin/rookery.js', 'tell'])
  const outcomes = [await runs()]

  await copy.write('src/cli.ts', `${PROGRAM}// edited`)
  outcomes.push(await runs())
  await copy.write('src/cli.ts', PROGRAM)
  outcomes.push(await runs())
  await copy.write('src/new.ts', '')
  outcomes.push(await runs())
  await rm(join(copy.path, 'src/new.ts'))
  outcomes.push(await runs())
  await rm(join(copy.path, 'src/app/other.ts'))
  outcomes.push(await runs())

  assert.deepEqual(
    outcomes.map(({ stdout }) => stdout === BUILT),
    [true, false, true, false, true, false],
  )
})

test('tests and notes are no part of the bundle: editing them leaves it as it is', async () => {
  await using copy = await builtCopy()
  await copy.write('src/cli.test.ts', 'throw new Error()')
  await copy.write('src/README.md', 'changed')

  const { stdout, stderr } = await copy.run(['bin/rookery.js', 'tell'])

  assert.deepEqual([stdout, stderr], [BUILT, ''])
})

const JOURNEYS: Record<string, (from: string, to: string) => Promise<unknown>> = {
  'moved with mv': async (from, to) => {
    await rename(from, to)
    await mkdir(from) // tests run programs there
  },
  'copied with cp -r': (from, to) => cp(from, to, { recursive: true }),
  'copied with cp -a': (from, to) => cp(from, to, { recursive: true, preserveTimestamps: true }),
  'written anew with the same contents, as git checkout does': async (from, to) => {
    await cp(from, to, { recursive: true })
    for (const file of ['src/cli.ts', 'package.json']) {
      await utimes(join(to, file), 1_000_000_000, 1_000_000_000)
    }
  },
}

for (const [how, travel] of Object.entries(JOURNEYS)) {
  test(`a built checkout that was ${how} runs its bundle, until its sources are edited`, async () => {
    await using copy = await builtCopy()
    const there = `${copy.path}-there`
    await using _ = { [Symbol.asyncDispose]: () => rm(there, { recursive: true, force: true }) }

    await travel(copy.path, there)
    const runs = async () => copy.run([join(there, 'bin/rookery.js'), 'serve'])
    const moved = await runs()
    const noted = await readFile(join(there, 'dist/stamp'), 'utf8')
    const again = await runs()
    await writeFile(join(there, 'src/cli.ts'), 'console.log("edited")')
    const edited = await runs()

    assert.deepEqual([moved.stdout, moved.stderr], [BUILT, ''])
    assert.equal(again.stdout, BUILT)
    const { mtimeMs, size } = await stat(join(there, 'package.json'))
    assert.match(noted, new RegExp(`^package.json ${size} ${mtimeMs} \\S+$`, 'm'))
    assert.equal(edited.stdout, 'edited\n')
    assert.match(
      edited.stderr,
      /^Not built from these sources: src\/ runs [^\n]*"npm run build"\.\n/,
    )
  })
}

test('a checkout that serves says what is not built, once; other commands only if something is old', async () => {
  await using copy = await copyOfProgram()
  await copy.write('src/cli.ts', 'console.log("serving")')
  await copy.write('src/surfaces/pages/styles/tokens.css', '')
  for (const name of ['count', 'languages', 'locales', 'po']) {
    await copy.write(`src/kernel/text/${name}.ts`, '')
  }
  await copy.write('locales/ar.po', '')
  await copy.write('web/main.tsx', '')
  await copy.write('package-lock.json', '{}')

  const before = await copy.run(['bin/rookery.js', 'serve'])
  const other = await copy.run(['bin/rookery.js', 'doctor'])
  await stamp(copy, 'pages')
  await stamp(copy, 'bundle')
  const built = await copy.run(['bin/rookery.js', 'serve'])
  await copy.write('web/main.tsx', 'export const more = 1')
  const changed = await copy.run(['bin/rookery.js', 'serve'])
  await copy.write('src/cli.ts', 'console.log("serving 2")')
  const old = await copy.run(['bin/rookery.js', 'doctor'])

  assert.equal(before.stdout, 'serving\n', before.stderr)
  assert.match(before.stderr, /^[^\n]*src\/ runs[^\n]*\/admin[^\n]*"npm run build"\.\n$/)
  assert.equal(other.stderr, '')
  assert.deepEqual([built.stdout, built.stderr], [BUILT, ''])
  assert.match(changed.stderr, /^[^\n]*: the web client and \/admin[^\n]*"npm run build"\.\n$/)
  assert.match(old.stderr, /^[^\n]*: src\/ runs[^\n]*"npm run build"\.\n$/)
  assert.equal(old.stdout, 'serving 2\n')
})

test('sources without the packages to run them end with one line that says what to do', async () => {
  await using copy = await copyOfProgram()
  await copy.write('node_modules/.package-lock.json', '{}')

  const { code, stdout, stderr } = await copy.run(['bin/rookery.js', 'tell'])

  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^Packages [^\n]*"npm ci && npm run build"\.\n$/)
})

test('A96: compiled code is kept in node_modules, else in a folder of the user alone, or nowhere', async () => {
  await using copy = await copyOfProgram()
  const cacheOf = async (env: Record<string, string> = {}) =>
    JSON.parse((await copy.run(['bin/rookery.js', 'tell'], env)).stdout).cache
  const nowhere = { HOME: '/nowhere', XDG_CACHE_HOME: '', CACHE_DIRECTORY: '' }
  const home = join(copy.path, 'home')

  assert.equal(await cacheOf(nowhere), join(copy.path, 'node_modules/.cache/rookery'))
  assert.equal(await cacheOf({ NODE_COMPILE_CACHE: copy.path }), copy.path)
  await rm(join(copy.path, 'node_modules/.cache'), { recursive: true })
  await copy.write('node_modules/.cache', 'a file where a folder should be')
  assert.equal(await cacheOf({ ...nowhere, HOME: '' }), null)
  assert.equal(await cacheOf({ ...nowhere, HOME: home }), join(home, '.cache/rookery'))
  assert.equal(await cacheOf({ ...nowhere, CACHE_DIRECTORY: home }), home)
  await chmod(join(home, '.cache/rookery'), 0o777)
  assert.equal(await cacheOf({ ...nowhere, HOME: home }), null)
  if (process.getuid?.() !== 0) return
  await chmod(join(home, '.cache/rookery'), 0o700)
  await chown(join(home, '.cache/rookery'), 12_345, 12_345)
  assert.equal(await cacheOf({ ...nowhere, HOME: home }), null)
  // whoever owns a folder above may put another one in its place
  await chown(join(home, '.cache/rookery'), 0, 0)
  await chown(join(home, '.cache'), 12_345, 12_345)
  assert.equal(await cacheOf({ ...nowhere, HOME: home }), null)
  await rm(join(home, '.cache'), { recursive: true })
  await chown(home, 12_345, 12_345)
  assert.equal(await cacheOf({ ...nowhere, HOME: home }), null)
  assert.equal((await readdir(home)).includes('.cache'), false)
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

/** A checkout whose bundle says so. */
async function builtCopy(): Promise<CheckoutCopy> {
  const copy = await copyOfProgram()
  await copy.write('src/app/other.ts', '')
  await copy.write('package-lock.json', '{}')
  await stamp(copy, 'bundle')
  return copy
}

/** Leaves what a build of the current sources would. */
async function stamp(copy: CheckoutCopy, built: 'bundle' | 'pages'): Promise<void> {
  const program = `import { writeFileSync, mkdirSync } from 'node:fs'
import { ${built}, stampOf } from './scripts/sources.js'
mkdirSync(${built}, { recursive: true })
writeFileSync(${built} + '/stamp', stampOf(${built}))`
  const { code, stderr } = await copy.run(['--input-type=module', '-e', program])
  assert.equal(code, 0, stderr)
  if (built === 'bundle') await copy.write('dist/cli.js', 'console.log("from dist")')
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
  let value = ''
  await until(async () => {
    value = await read()
    return value !== ''
  })
  return value
}
