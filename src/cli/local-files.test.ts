import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lackOf, lacksMany } from './local-files.ts'

const place = { mediaStorage: '/srv/media', s3: null }

test('S-717 files that an archive lacks are a line, and older archives stay where they are many', () => {
  assert.equal(lackOf({ files: 5, missing: 0, example: null }, place), null)
  assert.equal(
    lackOf({ files: 5, missing: 2, example: 'media/ab/c.png' }, place),
    'Not in it: 2 files that the database names and /srv/media lacks, such as media/ab/c.png',
  )
  // deleted while the archive was made
  assert.equal(lacksMany({ files: 100, missing: 1, example: null }), false)
  assert.equal(lacksMany({ files: 9, missing: 1, example: null }), true)
})
