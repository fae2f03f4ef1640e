import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { buildImage, type Image, withoutContainers } from '../support/container-image.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { freePort } from '../support/free-port.ts'
import { inTime, until } from '../support/in-time.ts'

const ROOT = join(import.meta.dirname, '../..')
/** bytes of all files of the image */
const MOST_BYTES = 750e6

const skip = ON_SQLITE ? withoutContainers() : 'once is enough'
let image: Image

before(async () => {
  if (skip === false) image = await buildImage()
})

after(() => image?.[Symbol.asyncDispose]())

/** A command in the image that ends by itself. */
async function ended(command: string[], settings: Record<string, string> = {}) {
  const child = image.start(command, settings)
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ])
  return { code: code as number, out, errors }
}

test('S-672 the image has a user without rights, labels and one Node, and no sources or package managers of the build', {
  skip,
}, async () => {
  const { config, size } = image
  const listed = await ended(['ls', '/opt/rookery/node_modules/rookery', '/usr/local/bin'])

  assert.equal(config.User, '10001:10001')
  assert.deepEqual([...config.Entrypoint, ...config.Cmd], ['tini', '--', 'rookery', 'serve'])
  assert.equal(config.StopSignal, 'SIGTERM')
  assert.equal(config.Labels['org.opencontainers.image.licenses'], 'AGPL-3.0-or-later')
  assert.equal(config.Labels['org.opencontainers.image.version'], '1.2.3')
  assert.deepEqual(
    listed.out.split('\n').filter((name) => /^(src|web|test|npm)$/.test(name)),
    [],
  )
  assert.ok(size < MOST_BYTES, `${size} bytes`)
})

test('S-672 it serves with a root that cannot be written, is healthy, takes films, and ends when it is told to', {
  skip,
}, async () => {
  const port = String(await freePort())
  const settings = { PORT: port, HOST: '127.0.0.1', ORIGIN: `http://127.0.0.1:${port}` }
  const [, ...check] = image.config.Healthcheck.Test
  assert.equal((await ended(check, settings)).code, 1)

  const server = image.start([...image.config.Entrypoint, ...image.config.Cmd], settings)
  let told = ''
  server.stdout?.setEncoding('utf8').on('data', (part) => {
    told += part
  })
  await until(() => told.includes(`answers at ${settings.ORIGIN}`))
  const healthy = await ended(check, settings)
  const doctor = await ended(['rookery', 'doctor'], settings)
  const written = await ended(['sh', '-c', 'id -u; touch /opt/rookery/x'], settings)
  // the command that sees all processes stands for the engine: it tells process 1
  const [first] = spawnSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' }).stdout.split(
    '\n',
  )
  process.kill(Number(first), 'SIGTERM')
  const [code] = await inTime(once(server, 'exit'), 'the end of the server')

  assert.equal(healthy.code, 0, healthy.errors)
  assert.match(doctor.out, /^ok {4}ffmpeg is there$/m)
  assert.match(doctor.out, /^ok {4}DATA_DIR \/data can be written$/m)
  assert.match(written.out, /^10001$/m)
  assert.match(written.errors, /Read-only file system/)
  assert.equal(code, 0)
})

test('S-673 without the library that Node needs a start says which package has it', {
  skip,
}, async () => {
  const base = image.folderOf('base')
  const from = join(image.folderOf('whole'), 'opt/rookery')
  await cp(from, join(base, 'opt/rookery'), { recursive: true, verbatimSymlinks: true })

  const { status, stderr } = spawnSync(
    'chroot',
    [base, 'node', '/opt/rookery/node_modules/rookery/bin/rookery.js', 'serve'],
    { encoding: 'utf8', cwd: ROOT, env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' } },
  )

  assert.equal(status, 1)
  assert.match(stderr, /^Node, which Rookery brings, .* "apt-get install libatomic1", .*\n$/)
})
