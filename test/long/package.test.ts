import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { runtimePackage } from '../support/checkout-copy.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/in-time.ts'

const ROOT = join(import.meta.dirname, '../..')
/** major versions of Node that somebody may have */
const NODES = ['20', '22', '24', '26']
const PASSWORD = 'correct horse battery staple'
/** of what an installation without development packages holds: this package, sharp with its parts, and one Node */
const MOST_PACKAGES = 10
/** bytes of the archive: 14.4 million, of which sixteen languages take 6, as catalogues, in scripts and in the sources */
const MOST_BYTES = 16 << 20

const skip = !ON_SQLITE
  ? 'once is enough'
  : spawnSync('npm', ['ping'], { shell: process.platform === 'win32' }).status !== 0 &&
    'the registry cannot be reached'

let folder = ''

before(async () => {
  if (skip !== false) return
  folder = await realpath(await mkdtemp(join(tmpdir(), 'rookery-package-')))
  npm(ROOT, 'pack', '--pack-destination', folder)
  await mkdir(join(folder, 'home'))
  await writeFile(join(folder, 'package.json'), '{}')
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  npm(folder, 'install', `./${archive}`)
  await mkdir(join(folder, 'nodes'))
  await writeFile(join(folder, 'nodes/package.json'), '{}')
  const nodes = NODES.map((major) => `node${major}@npm:${runtimePackage()}@${major}`)
  npm(join(folder, 'nodes'), 'install', ...nodes)
})

after(() => rm(folder, { recursive: true, force: true }))

test('the archive has what runs, the license and the sources to give out, and nothing else', {
  skip,
}, async () => {
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  const { size } = await stat(join(folder, archive))
  const listed = execFileSync('tar', ['-tzf', join(folder, archive)], { encoding: 'utf8' })
  const tops = new Set(
    listed
      .trim()
      .split('\n')
      .map((name) => name.split('/')[1]),
  )

  assert.ok(size < MOST_BYTES, `${size} bytes`)
  assert.deepEqual([...tops].sort(), [
    ...[
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'dist.source',
      'dist.web',
      'locales',
    ],
    ...['package.json', 'scripts'],
  ])
  assert.deepEqual(listed.match(/.*\.(?:ts|tsx|map)$|.*\/stamp$/gm) ?? [], [])
})

test('npm installs few packages for it', { skip }, async () => {
  const record = await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(record) as { packages: object }

  assert.ok(Object.keys(packages).length <= MOST_PACKAGES, Object.keys(packages).join(', '))
})

for (const major of NODES) {
  test(`installed with npm it serves on Node ${major}: sign-up, posts, pages and the administration`, {
    skip,
  }, async () => {
    const env = await environment(major)
    const rookery = (...args: string[]) =>
      execFileSync(join(folder, 'node_modules/.bin/rookery'), args, { env, encoding: 'utf8' })
    const version = execFileSync('node', ['--version'], { env, encoding: 'utf8' })
    assert.ok(version.startsWith(`v${major}.`), version)
    const made = ['alice', '--email', 'alice@example.org', '--password', PASSWORD]
    rookery('migrate')
    rookery('accounts', 'create', ...made, '--role', 'Owner', '--confirmed', '--approved')
    const token = rookery('tokens', 'create', 'alice', '--scopes', 'read write').trim()

    const server = spawn(join(folder, 'node_modules/.bin/rookery'), ['serve'], { env })
    try {
      const browser = new Browser(String(env.ORIGIN))
      await untilServing(server, browser)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ status: `hello from Node ${major}` })
      const posted = await browser.ask('/api/v1/statuses', { method: 'POST', headers, body })
      const { url } = JSON.parse(posted) as { url: string }

      assert.match(await browser.ask(new URL(url).pathname), new RegExp(`hello from Node ${major}`))
      await browser.signIn('alice', PASSWORD)
      for (const path of ['/home', '/admin']) {
        const page = await browser.ask(path)
        const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page) ?? []
        assert.match(await browser.ask(script), /import|export/, path)
      }
      assert.match(await browser.ask('/service-worker.js'), /\/assets\/web\//)
      assert.ok((await browser.ask('/source.tar.gz')).length > 0)
    } finally {
      server.kill('SIGTERM')
      const [code] = await once(server, 'exit')
      assert.equal(code, 0)
    }
  })
}

/** A home without anything, and no variables of the npm that runs the tests. */
async function environment(major: string): Promise<NodeJS.ProcessEnv> {
  const port = String(await freePort())
  const node = join(folder, 'nodes/node_modules', `node${major}`, 'bin')
  return {
    PATH: `${node}${delimiter}${dirname('/usr/bin/env')}${delimiter}/bin`,
    HOME: join(folder, 'home'),
    DATA_DIR: join(folder, `data-${major}`),
    PORT: port,
    HOST: '127.0.0.1',
    ORIGIN: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
  }
}

async function untilServing(server: ChildProcess, browser: Browser): Promise<void> {
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  }
  await until(async () => {
    assert.equal(server.exitCode, null, said)
    return browser.ask('/health').then(
      () => true,
      () => false,
    )
  })
}

/** Keeps cookies. */
class Browser {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /** @returns the answer's text; fails if it is an error */
  async ask(path: string, { headers, ...init }: RequestInit = {}): Promise<string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const given = { accept: 'text/html', cookie, ...(headers as Record<string, string>) }
    const answer = await fetch(this.#origin + path, { ...init, headers: given, redirect: 'manual' })
    for (const text of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      this.#cookies.set(name, value)
    }
    assert.ok(
      answer.status < 400,
      `${path} answers ${answer.status}: ${await answer.clone().text()}`,
    )
    return answer.text()
  }

  async signIn(login: string, password: string): Promise<void> {
    const form = new URLSearchParams({ 'user[email]': login, 'user[password]': password })
    const page = await this.ask('/auth/sign_in')
    for (const [input] of page.matchAll(/<input[^>]+type="hidden"[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(input)?.[1] ?? ''
      form.set(name, /value="([^"]*)"/.exec(input)?.[1] ?? '')
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: this.#origin }
    await this.ask('/auth/sign_in', { method: 'POST', headers, body: form.toString() })
  }
}

function npm(cwd: string, ...args: string[]): void {
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const env = { ...Object.fromEntries(outer), npm_config_cache: join(homedir(), '.npm') }
  const options = ['--no-audit', '--no-fund', '--loglevel=error']
  const { status, stdout, stderr } = spawnSync('npm', [...args, ...options], {
    ...{ cwd, env, encoding: 'utf8' as const, shell: process.platform === 'win32' },
  })
  assert.equal(status, 0, `npm ${args.join(' ')}: ${stdout}${stderr}`)
}
