import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openListening } from '../../src/kernel/db/postgres/listening.ts'
import { openPostgres } from '../../src/kernel/db/postgres/open.ts'
import { PATIENT } from '../support/few-connections.ts'
import { until } from '../support/in-time.ts'
import { newDatabaseUrl, withoutSeveral } from '../support/several-servers.ts'

const unexpected = () => assert.fail('nothing is heard, and nothing ends')

test('a connection on which no notification arrives is refused, with what to do', {
  skip: withoutSeveral,
}, async () => {
  // notifications of another database do not arrive either, as with a pool that hands connections on
  const url = await newDatabaseUrl()
  await using elsewhere = await openPostgres(process.env.TEST_DATABASE_URL!, {
    deadlines: PATIENT,
  })

  const refusal = () =>
    openListening(url, elsewhere.db, { heard: unexpected, end: unexpected }).then(
      () => assert.fail('it was opened'),
      ({ message }) => message,
    )
  // a server that is held up for long is refused as that
  const refused = /DATABASE_URL passes no notifications on.*PgBouncer.*REDIS_URL/
  await until(async () => refused.test(await refusal()))
})
