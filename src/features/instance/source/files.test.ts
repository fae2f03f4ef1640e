import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { listSources } from './files.ts'

const WANTED = ['.ci/run', 'LICENSE', 'docs/spec/surface.tsv', 'package.json', 'src/main.ts']
const UNWANTED = [
  '.env',
  '.git/config',
  'data/rookery.db',
  'dist/cli.js',
  'node_modules/a/index.js',
  'notes.txt',
  'src/.env',
  'src/.secret.ts',
  'src/backup.db',
  'src/data/posts.json',
  'src/key.pem',
  'web/node_modules/a/index.js',
]

test('only what belongs to the repository is given out, whatever an operator keeps beside it', async (context) => {
  const root = await mkdtemp(join(tmpdir(), 'rookery-files-'))
  context.after(() => rm(root, { recursive: true, force: true }))
  for (const path of [...WANTED, ...UNWANTED]) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), path)
  }
  await symlink(join(root, '.env'), join(root, 'src/link.ts'))
  await symlink(join(root, 'data'), join(root, 'docs/data'))

  const files = await listSources(root, [join(root, 'src/data')])

  assert.deepEqual(
    files.map(({ path }) => path),
    WANTED,
  )
})
