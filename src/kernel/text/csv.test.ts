import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCsv } from './csv.ts'

test('a file that cannot be opened is told to who reads it, whatever has to be loaded first', async () => {
  const file = createReadStream(join(import.meta.dirname, 'no/such/file.csv'))
  const reading = readCsv(file, { rows: 10, rowBytes: 100 })

  assert.ok(file.listenerCount('error') > 0)
  await assert.rejects(reading, { code: 'ENOENT' })
})
