import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { localEmojis } from '../../src/features/emojis/emojis.ts'
import { movingPicture, picture } from '../support/media-samples.ts'
import { Operator } from '../support/operator.ts'

async function emojisOf(operator: Operator) {
  await using server = await operator.open()
  return server.app.cached.get(localEmojis)
}

test('emojis import adds the pictures of a folder by their names', async () => {
  using operator = await Operator.started()
  const folder = operator.path('pictures')
  mkdirSync(folder)
  writeFileSync(join(folder, 'rook.png'), await picture(32, 32).png().toBuffer())
  writeFileSync(join(folder, 'caw.GIF'), await movingPicture(32, 32).gif().toBuffer())
  writeFileSync(join(folder, 'readme.txt'), 'no picture')

  const out = await operator.done('emojis', 'import', folder, '--category', 'Birds')

  assert.equal(out, '2 added, 0 replaced, 0 kept as they were')
  const emojis = await emojisOf(operator)
  assert.deepEqual([...emojis.keys()], ['caw', 'rook'])
  assert.equal(emojis.get('rook')!.category, 'Birds')
  assert.match(emojis.get('caw')!.image_key, /\.gif$/)
  assert.match(emojis.get('caw')!.static_key, /\.png$/)
})

test('emojis import keeps what is there unless it is told to overwrite', async () => {
  using operator = await Operator.started()
  const folder = operator.path('pictures')
  mkdirSync(folder)
  writeFileSync(join(folder, 'rook.png'), await picture(32, 32).png().toBuffer())
  await operator.done('emojis', 'import', folder, '--category', 'Birds')
  const before = (await emojisOf(operator)).get('rook')!

  const kept = await operator.done('emojis', 'import', folder)
  assert.equal(kept, '0 added, 0 replaced, 1 kept as they were')
  const replaced = await operator.done('emojis', 'import', folder, '--overwrite')
  assert.equal(replaced, '0 added, 1 replaced, 0 kept as they were')
  const after = (await emojisOf(operator)).get('rook')!
  assert.notEqual(after.image_key, before.image_key)
  assert.equal(after.category, 'Birds')
})

test('emojis import names the files that it cannot take and takes the others', async () => {
  using operator = await Operator.started()
  const folder = operator.path('pictures')
  mkdirSync(folder)
  writeFileSync(join(folder, 'rook.png'), await picture(32, 32).png().toBuffer())
  writeFileSync(join(folder, 'broken.png'), 'no picture')
  writeFileSync(join(folder, 'two words.png'), await picture(32, 32).png().toBuffer())

  const { code, out, notes } = await operator.run('emojis', 'import', folder)

  assert.equal(code, 1)
  assert.equal(out, '1 added, 0 replaced, 0 kept as they were')
  assert.match(notes, /broken\.png: /)
  assert.match(notes, /two words\.png: its name must be/)
  assert.match(notes, /2 of 3 files were not taken/)
})

test('a folder that cannot be read is one line', async () => {
  using operator = await Operator.started()

  const { code, notes } = await operator.run('emojis', 'import', operator.path('none'))

  assert.equal(code, 1)
  assert.match(notes, /^rookery: .*none cannot be read/)
})
