import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { ON_SQLITE } from '../support/database-kind.ts'
import { freePort } from '../support/free-port.ts'
import { inTime } from '../support/in-time.ts'

const ROOT = join(import.meta.dirname, '../..')
const BASH = '/bin/bash'

const skip = !ON_SQLITE
  ? 'once is enough'
  : !existsSync(join(ROOT, '.git')) || !existsSync(BASH)
    ? 'needs a clone of the repository, and bash'
    : spawnSync('npm', ['ping']).status !== 0 && 'the registry cannot be reached'

let folder = ''

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'rookery-pages-')))
})

after(() => rm(folder, { recursive: true, force: true }))

/** A reader of a page of docs/install, who types what stands there into a shell, and what starts a server into another one. */
class Reader implements AsyncDisposable {
  readonly #env: NodeJS.ProcessEnv
  #folder: string
  #server: ChildProcess | null = null
  told = ''

  constructor(home: string, port: number) {
    const outer = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|NODE_OPTIONS|NODE_TEST|NODE_COMPILE|GIT_DIR)/i.test(name),
    )
    const global = join(home, 'global')
    this.#folder = home
    this.#env = {
      ...Object.fromEntries(outer),
      // a home without anything but what was loaded before, and how this machine reaches the registry
      ...{ HOME: home, npm_config_cache: join(homedir(), '.npm'), npm_config_prefix: global },
      npm_config_userconfig: join(homedir(), '.npmrc'),
      PATH: [join(global, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
      ...{ PORT: String(port), HOST: '127.0.0.1' },
    }
  }

  async follow(page: string, replaced: Record<string, string> = {}): Promise<void> {
    const text = await readFile(join(ROOT, 'docs/install', page), 'utf8')
    const blocks = [...text.matchAll(/^```sh\n(.+?)^```$/gms)].map(([, commands = '']) => commands)
    assert.ok(blocks.length > 5, `${page} has ${blocks.length} blocks of commands`)
    // a backup works beside the server, and what changes or removes the program needs it stopped
    for (const block of blocks) {
      const commands = Object.entries(replaced).reduce(
        (all, [word, meant]) => all.replaceAll(word, meant),
        block,
      )
      if (/^(npm start|rookery serve)\n$/.test(commands)) await this.#serve(commands)
      else await this.#type(commands)
    }
  }

  async #type(commands: string): Promise<void> {
    if (/\b(git pull|rm -rf|npm install|npm uninstall|npm ci)\b/.test(commands)) await this.stop()
    const shell = spawn(BASH, ['-ec', `${commands}\npwd >&3`], {
      ...{ cwd: this.#folder, env: this.#env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
    })
    const [out, errors, place] = [1, 2, 3].map((end) => collect(shell.stdio[end] as never))
    const [code] = await once(shell, 'close')
    const said = `${await out}${await errors}`
    assert.equal(code, 0, `${commands}says:\n${said.slice(-3000)}`)
    this.told += said
    this.#folder = (await place)!.trim()
  }

  async #serve(command: string): Promise<void> {
    const server = spawn(BASH, ['-c', `exec ${command}`], { cwd: this.#folder, env: this.#env })
    this.#server = server
    let said = ''
    const { promise: answers, resolve } = Promise.withResolvers<void>()
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (part) => {
        said += part
        if (said.includes('answers at')) resolve()
      })
    }
    // the first start of a checkout installs and builds, which takes what it takes
    await Promise.race([answers, once(server, 'exit')])
    assert.match(said, /^Create the owner's account here: http/m, said.slice(-3000))
    const health = await fetch(`http://127.0.0.1:${this.#env.PORT}/health`)
    assert.equal(health.status, 200)
    this.told += said
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server === null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await inTime(ended, 'the end of the server')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }
}

async function collect(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString()
}

async function home(name: string): Promise<string> {
  const path = join(folder, name)
  await mkdir(path)
  return path
}

test('the page about a checkout can be followed, from the clone to its removal', {
  skip,
}, async () => {
  const place = await home('checkout')
  await using reader = new Reader(place, await freePort())

  await reader.follow('checkout.md', { ADDRESS: ROOT })

  assert.match(reader.told, /^Created @alice with the id \d+\.$/m)
  assert.deepEqual(
    (await readdir(place)).filter((name) => /rookery|restored|before/.test(name)),
    ['before-the-update.archive', 'restored', 'rookery-backup.archive'],
  )
})

test('the page about the npm package can be followed, from the archive to its removal', {
  skip,
}, async () => {
  const place = await home('npm')
  await using reader = new Reader(place, await freePort())

  await reader.follow('npm.md', { 'npm pack': `npm pack ${ROOT}` })

  assert.match(reader.told, /^Created @alice with the id \d+\.$/m)
  assert.deepEqual(await readdir(join(place, 'global/bin')), [])
  assert.deepEqual((await readdir(place)).includes('data'), true)
})
