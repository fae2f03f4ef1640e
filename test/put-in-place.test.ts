import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { putInPlace } from '../scripts/put-in-place.js'

test('builds that end at once leave one of them, whole, and nothing beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-place-'))
  const place = join(folder, 'dist')
  const make = async (name: string) => {
    const fresh = `${place}.${name}`
    await mkdir(fresh)
    for (const file of ['a', 'b', 'c']) await writeFile(join(fresh, file), name)
    return fresh
  }

  for (let round = 0; round < 20; round++) {
    const names = ['x', 'y', 'z'].map((name) => `${name}${round}`)
    const built = await Promise.all(names.map(make))
    await Promise.all(built.map((fresh) => putInPlace(fresh, place)))
    const files = await Promise.all(
      (await readdir(place)).map((file) => readFile(join(place, file), 'utf8')),
    )
    assert.equal(files.length, 3)
    assert.equal(new Set(files).size, 1)
    assert.ok(names.includes(files[0]!))
  }

  assert.deepEqual(await readdir(folder), ['dist'])
  await rm(folder, { recursive: true })
})
