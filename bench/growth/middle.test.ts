import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountId } from '../../test/support/large/layout.ts'
import { middleOf } from './middle.ts'

test('the cursor of a deep page is half way between the newest and the oldest row', async () => {
  const [newest, oldest] = [BigInt(accountId(3_000_000)), BigInt(accountId(1_000_000))]

  const middle = await middleOf(String(newest), async (cursor) => BigInt(cursor) > oldest)

  const share = Number(BigInt(middle!) - oldest) / Number(newest - oldest)
  assert.ok(share > 0.49 && share < 0.51, `${share}`)
})

test('a cursor that is no id has no middle', async () => {
  assert.equal(await middleOf('1790000000.5', async () => true), null)
})
