import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readTree, textOf, wrongImports } from './support/source-tree.ts'

const CLIENT = 'kernel/storage/s3/'
const OPENING = 'kernel/storage/open-storage.ts'
const BACKUPS = 'cli/backups/'

test('a server with a folder loads nothing of the client of buckets', () => {
  const tree = readTree(resolve(import.meta.dirname, '../src'))

  const imports = wrongImports(
    tree,
    (file, other) =>
      other.startsWith(CLIENT) && !file.startsWith(CLIENT) && file !== `${BACKUPS}bucket-place.ts`,
  )

  assert.deepEqual(imports, [`${OPENING} imports ${CLIENT}storage.ts`])
  // only after it has looked which form is configured
  const text = textOf(tree, OPENING)
  assert.doesNotMatch(text, /from '\.\/s3\//)
  assert.match(
    text,
    /=== null\) return openDirectoryStorage[\s\S]*await import\('\.\/s3\/storage\.ts'\)/,
  )
  const place = textOf(tree, `${BACKUPS}open-place.ts`)
  assert.doesNotMatch(place, /from '\.\/bucket-place\.ts'/)
  assert.match(place, /=== null\) \{[\s\S]*await import\('\.\/bucket-place\.ts'\)/)
})
