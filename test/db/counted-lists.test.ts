import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../src/kernel/db/database.ts'
import { up } from '../../src/kernel/db/migrations/0043_counted_lists.ts'
import { openOwnTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { plansOf } from '../support/queries.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

/** Statements that undo the migration, and leave tags as the version before wrote them. */
const UNDO = [
  `update status_tag set listed_as = (select case when status.visibility = 'public' then 1 else 0 end
    from status where status.id = status_tag.status_id)`,
  'drop index status_tag_account',
  'create index status_tag_account on status_tag (account_id, tag_id, status_id)',
  'drop index status_local_conversation',
  `create index status_local_conversation on status (conversation_id)
    where local and conversation_id is not null`,
]

/** Statuses of each visibility and a deleted one, with one tag. */
async function publishEach(author: TestUser): Promise<void> {
  for (const visibility of ['public', 'unlisted', 'private', 'direct']) {
    await author.publish(`#birds, ${visibility}`, { visibility })
  }
  const gone = await author.publish('#birds, deleted')
  await author.delete(`/api/v1/statuses/${gone.id}`)
}

const classesIn = (db: Db) =>
  db.selectFrom('status_tag').select(['status_id', 'listed_as']).orderBy('status_id').execute()

test('what counts for hashtags on profiles is filled in for what was there before', async () => {
  const database = await openOwnTestDatabase()
  await using server = await startTestServer({}, { database })
  const alice = await server.signUp('alice')
  await publishEach(alice)
  const before = await classesIn(server.app.db)
  assert.deepEqual(
    before.map(({ listed_as }) => listed_as),
    [1, 5, 0, 0, 0],
  )

  await database.transaction(async (db) => {
    for (const statement of UNDO) await sql.raw(statement).execute(db)
    await up(db as unknown as Kysely<unknown>)
  })

  assert.deepEqual(await classesIn(server.app.db), before)
})

test('uses of hashtags on a profile are counted in an index, and beginnings of conversations found in one', {
  skip: !ON_SQLITE,
}, async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.post('/api/v1/featured_tags', { name: 'birds' })
  const { id } = await alice.publish('#birds')
  const { conversation_id } = await server.app.db
    .selectFrom('status')
    .select('conversation_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

  const plans = await plansOf(server.app.db, async () => {
    await alice.get('/api/v1/featured_tags')
    const found = await server.anonymous.get(`/contexts/${conversation_id}/items`)
    assert.equal(found.json().items.length, 1, found.body)
  })

  const steps = plans.flatMap(({ plan }) => plan)
  for (const step of [
    'SEARCH status_tag USING COVERING INDEX status_tag_account (account_id=? AND tag_id=?)',
    'SEARCH beginning USING INDEX status_local_conversation (conversation_id=? AND in_reply_to_id=?)',
  ]) {
    assert.ok(steps.includes(step), steps.join('\n'))
  }
})
