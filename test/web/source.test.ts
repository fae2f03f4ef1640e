import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SOFTWARE } from '../../src/features/instance/software.ts'
import { startTestServer } from '../support/server.ts'

const ROOT = join(import.meta.dirname, '../..')
const TOP = `rookery-${SOFTWARE.version}`

/** Unpacks an archive with the program that everybody has. @returns its files, from the top */
async function unpack(archive: Buffer, folder: string): Promise<string[]> {
  const file = join(folder, 'source.tar.gz')
  await writeFile(file, archive)
  execFileSync('tar', ['-xzf', file, '-C', folder])
  const listed = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' })
  return listed
    .trim()
    .split('\n')
    .map((name) => name.slice(TOP.length + 1))
}

/** Files of the repository, where this is a checkout. */
function tracked(): string[] | null {
  try {
    const files = execFileSync('git', ['-C', ROOT, 'ls-files', '-z'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return files.split('\0').filter(Boolean)
  } catch {
    return null
  }
}

test('the server gives out the sources that run: all of the repository and nothing else', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-source-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  await using server = await startTestServer()

  const answer = await server.anonymous.get('/source.tar.gz')
  const again = await server.anonymous.get('/source.tar.gz')

  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'application/gzip')
  assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length)
  assert.ok(answer.rawPayload.equals(again.rawPayload))
  const files = await unpack(answer.rawPayload, folder)
  for (const name of ['package.json', 'LICENSE', 'src/main.ts', 'bin/rookery.js', '.ci/run']) {
    const [theirs, ours] = [join(folder, TOP, name), join(ROOT, name)]
    assert.ok((await readFile(theirs)).equals(await readFile(ours)), name)
  }
  assert.deepEqual(
    files.filter((name) => /^(\.git|data|dist[^/]*|node_modules)\//.test(name)),
    [],
  )
  const known = new Set(files)
  assert.deepEqual(
    (tracked() ?? []).filter((name) => !known.has(name)),
    [],
    'a file of the repository is missing: is its kind in src/features/instance/source/files.ts?',
  )
})

test('pages, instance and NodeInfo say where the source is, as the operator does', async () => {
  await using server = await startTestServer()
  const told = async () => {
    const page = (await server.anonymous.get('/about')).body
    const instance = (await server.anonymous.get('/api/v2/instance')).json()
    const { software } = (await server.anonymous.get('/nodeinfo/2.1')).json()
    const [, footer] = /<a href="([^"]+)"[^>]*>Source code<\/a>/.exec(page) ?? []
    return [footer, instance.source_url, software.repository]
  }
  const own = 'https://rookery.test/source.tar.gz'
  assert.deepEqual(await told(), ['/source.tar.gz', own, own])

  await server.set('source_url', 'https://code.example/mine')

  assert.deepEqual(await told(), Array(3).fill('https://code.example/mine'))
  assert.equal((await server.anonymous.get('/source.tar.gz')).statusCode, 200)
})
