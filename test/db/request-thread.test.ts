import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestThread } from '../../src/kernel/db/worker.ts'

interface Echo {
  said: string
  threadId: number
}

const startEcho = (restAfter?: number) =>
  createRequestThread<string, Echo>(
    '../support/echo-thread',
    import.meta.url,
    restAfter === undefined ? {} : { restAfter },
  )

test('a thread that nobody asks anything ends, and the next request starts another', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  await using thread = startEcho(200)
  const { threadId: first } = await thread.ask('one')
  const { threadId: same } = await thread.ask('two')
  context.mock.timers.tick(200)
  const answers = await Promise.all([thread.ask('three'), thread.ask('four')])

  assert.equal(same, first)
  assert.deepEqual(
    answers.map(({ said }) => said),
    ['three', 'four'],
  )
  assert.notEqual(answers[0].threadId, first)
  assert.equal(answers[1].threadId, answers[0].threadId)
})

test('a thread that is not to rest stays', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  await using thread = startEcho()
  const { threadId: first } = await thread.ask('one')
  context.mock.timers.tick(3_600_000)

  assert.equal((await thread.ask('two')).threadId, first)
})
