import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, MINUTE } from '../../kernel/base/durations.ts'
import { createVersionedCache } from '../../kernel/cache/versioned-cache.ts'
import type { Db } from '../../kernel/db/database.ts'
import { keptHistories, loadHistories, type Use } from './histories.ts'

const NOON = 20_000.5 * DAY
const TODAY = 20_000

function startCounting(uses: Use[]) {
  const counted: string[][] = []
  const app = { db: {} as Db, versioned: createVersionedCache(), now: NOON }
  const load = async (_: Db, ids: readonly string[]) => {
    counted.push([...ids])
    return uses.filter(({ id }) => ids.includes(id))
  }
  const used = { kept: keptHistories('histories'), load }
  const ask = (...ids: string[]) => loadHistories({ ...app, clock: () => app.now }, used, ids)
  return { app, ask, counted }
}

const usedBy = (id: string, accounts: number, day = TODAY): Use => ({
  id,
  day,
  accounts,
  uses: accounts + 1,
})

test('S-233 a history has seven days, the newest first, all of it as text', async () => {
  const { ask } = startCounting([usedBy('a', 2), usedBy('a', 4, TODAY - 6)])

  const history = (await ask('a')).get('a')!

  const [first, last] = [history[0], history[6]]
  assert.deepEqual(first, { day: String(TODAY * 86_400), accounts: '2', uses: '3' })
  assert.deepEqual(last, { day: String((TODAY - 6) * 86_400), accounts: '4', uses: '5' })
  assert.deepEqual(
    history.slice(1, 6).map(({ accounts, uses }) => accounts + uses),
    ['00', '00', '00', '00', '00'],
  )
  assert.equal(history.length, 7)
})

test('what took long to count counts for the minute, what few used is counted each time', async () => {
  const uses = [usedBy('many', 60), usedBy('many', 40, TODAY - 1), usedBy('few', 99)]
  const { app, ask, counted } = startCounting(uses)
  const usesOf = async (...ids: string[]) => {
    const histories = await ask(...ids)
    return ids.map((id) => histories.get(id)![0]!.accounts)
  }

  const first = await usesOf('many', 'few')
  uses[0]!.accounts += 1
  uses[2]!.accounts += 1
  const second = await usesOf('few', 'many')
  app.now += MINUTE
  const third = await usesOf('many', 'few')

  assert.deepEqual(first, ['60', '99'])
  assert.deepEqual(second, ['100', '60'])
  assert.deepEqual(third, ['61', '100'])
  assert.deepEqual(counted, [['many', 'few'], ['few'], ['many', 'few']])
})
