import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Operator } from '../support/operator.ts'

test('announcements create, list and delete', async () => {
  using operator = await Operator.started()

  const made = await operator.done('announcements', 'create', 'We are\nmoving')
  const times = ['--starts-at', '2031-05-06', '--ends-at', '2031-05-07', '--all-day']
  await operator.done(
    'announcements',
    'create',
    'Party',
    ...times,
    '--publish-at',
    '2031-05-01 12:00',
  )

  const id = /^Created announcement (\d+)\.$/.exec(made)?.[1]
  assert.ok(id, made)
  const list = await operator.done('announcements', 'list')
  assert.match(list, /^\d+ +waiting +2031-05-01T12:00:00Z +Party$/m)
  assert.match(list, new RegExp(`^${id} +shown +\\S+ +We are moving$`, 'm'))
  assert.equal(JSON.parse(await operator.done('announcements', 'list', '--json')).length, 2)
  await operator.done('announcements', 'delete', id)
  assert.doesNotMatch(await operator.done('announcements', 'list'), /moving/)

  for (const [args, message] of [
    [['delete', id], /no such announcement/],
    [['delete', 'x'], /is no id/],
    [['create', ''], /can't be blank/],
    [['create', 'x', '--starts-at', 'soon'], /--starts-at is a time, not "soon"/],
    [['create', 'x', '--starts-at', '2031-05-06'], /Ends at can't be blank/],
  ] as const) {
    const { code, notes } = await operator.run('announcements', ...args)
    assert.notEqual(code, 0, args.join(' '))
    assert.match(notes, message)
  }
})
