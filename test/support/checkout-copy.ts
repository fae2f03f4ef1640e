import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const RUNTIME = `node_modules/${runtimePackage()}`

/** A folder with the launcher and the scripts, but with programs, packages and an npm of the test's. */
export type CheckoutCopy = AsyncDisposable & {
  readonly path: string
  /** Writes a file, with its folders, below the copy. */
  write(file: string, content: string): Promise<void>
  /** @returns a file's content; the empty string where there is none */
  read(file: string): Promise<string>
  /** Starts this process's Node in the copy, in an environment without npm's and our own variables. */
  start(args: string[], env?: Record<string, string>): ChildProcess
  run(args: string[], env?: Record<string, string>): Promise<Ending>
}

export type Ending = {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** @param below a folder within the temporary one, for a package that is installed in another */
export async function copyCheckout(below = ''): Promise<CheckoutCopy> {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'rookery-copy-')))
  const path = join(top, below)
  for (const part of ['bin', 'scripts', 'package.json', 'src/app/exit-with-parent.ts']) {
    await cp(join(root, part), join(path, part), { recursive: true })
  }
  const start = (args: string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, args, { cwd: path, env: { ...outerEnvironment(), ...env } })
  return {
    path,
    start,
    run: (args, env) => ending(start(args, env)),
    read: (file) => readFile(join(path, file), 'utf8').catch(() => ''),
    async write(file, content) {
      await mkdir(dirname(join(path, file)), { recursive: true })
      await writeFile(join(path, file), content)
    },
    [Symbol.asyncDispose]: () => rm(top, { recursive: true, force: true }),
  }
}

/** Puts the pinned Node into a node_modules folder; the temporary copy links it, it is large. */
export async function linkRuntime(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  await symlink(join(root, RUNTIME), join(folder, RUNTIME))
}

/** The name of the package with the pinned Node for the machine that runs the tests. */
export function runtimePackage(): string {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

/** Waits for a process and everything it printed. */
export async function ending(child: ChildProcess): Promise<Ending> {
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    new Promise<[number | null, NodeJS.Signals | null]>((done) => {
      child.on('close', (...how) => done(how))
    }),
  ])
  return { code, signal, stdout, stderr }
}

function outerEnvironment(): NodeJS.ProcessEnv {
  const left = ['CI', 'DATA_DIR', 'NODE_TEST_CONTEXT', 'NODE_COMPILE_CACHE', 'TEST_DATABASE_URL']
  const isLeft = (name: string) => /^(npm|rookery)_/i.test(name) || left.includes(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isLeft(name)))
}
