import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ON_SQLITE } from '../support/database-kind.ts'
import { plansOf } from '../support/queries.ts'
import { startTestServer } from '../support/server.ts'

const onSqlite = { skip: !ON_SQLITE }

/** How a page finds its statuses, once all that it keeps is kept. */
async function stepsFor(path: string | ((id: string) => string)): Promise<string[]> {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const { id } = await alice.publish('hello')
  const at = typeof path === 'string' ? path : path(id)
  await bob.get(at)
  const plans = await plansOf(server.app.db, () => bob.get(at))
  return plans.flatMap(({ plan }) => plan).filter((step) => step.includes(' status '))
}

test(
  'pages read the heads of statuses from one index and not from their rows, which are wide',
  onSqlite,
  async () => {
    for (const path of ['/api/v1/timelines/home', (id: string) => `/api/v1/statuses/${id}`]) {
      assert.deepEqual(await stepsFor(path), [
        'SEARCH status USING COVERING INDEX status_head (id=?)',
      ])
    }
  },
)

test(
  'public timelines walk through what they may show, one range for each class',
  onSqlite,
  async () => {
    const read = 'SEARCH status USING COVERING INDEX status_head (id=?)'
    const range = 'SEARCH status USING COVERING INDEX status_listed (listed_as=? AND id>? AND id<?)'
    // by origin, and with media and without
    const classes = {
      '': 4,
      '?local=true': 2,
      '?only_media=true': 2,
      '?remote=true&only_media=true': 1,
    }
    for (const [query, ranges] of Object.entries(classes)) {
      const steps = await stepsFor(`/api/v1/timelines/public${query}`)
      assert.deepEqual([...new Set(steps)].sort(), [read, range].sort(), query)
      // of the page, and of where it ends, as it is not full
      assert.equal(steps.filter((step) => step === range).length, 2 * ranges, query)
    }
  },
)
