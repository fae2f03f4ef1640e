import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipOf } from '../../../test/support/zips.ts'
import { ArchiveRefused } from './archive-refused.ts'
import { openZip } from './zip.ts'

test('A43 a file of an archive is read no further than the caller lets it', async () => {
  const bytes = await zipOf({ 'zeros.bin': Buffer.alloc(1 << 20) })
  await using zip = await openZip({
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  })
  const file = zip.files.get('zeros.bin')!
  const read = async (maxBytes: number) => {
    let length = 0
    for await (const chunk of file.read(maxBytes)) length += chunk.length
    return length
  }

  assert.equal(await read(1 << 20), 1 << 20)
  await assert.rejects(read((1 << 20) - 1), (error) => {
    assert.ok(error instanceof ArchiveRefused)
    assert.equal(error.message, 'zeros.bin is too large')
    return true
  })
})
