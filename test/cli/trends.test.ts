import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalAccount } from '../../src/features/identity/local-accounts.ts'
import { countTagUses, ensureTags } from '../../src/features/tags/tags.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { Operator } from '../support/operator.ts'

/** Two people use a hashtag today. */
async function useTag(app: App, name: string): Promise<void> {
  await app.transact(async (tx) => {
    const tagIds = await ensureTags(tx, [{ name, displayName: name }])
    for (const username of ['alice', 'bob']) {
      const { accountId } = await createLocalAccount(tx, {
        username,
        email: `${username}@example.org`,
        passwordHash: '',
        locale: 'en',
        confirmed: true,
        approved: true,
        roleId: null,
        byOperator: true,
      })
      await countTagUses(tx, tagIds, accountId)
    }
  })
}

test('trends list, approve and reject', async () => {
  using operator = await Operator.started()
  const server = await operator.open()
  await useTag(server.app, 'rain')
  await server[Symbol.asyncDispose]()

  assert.equal(await operator.done('trends', 'list'), 'Nothing rises.')
  assert.match(await operator.done('trends', 'list', '--refresh'), /^tag +waits +rain$/m)
  assert.equal(await operator.done('trends', 'approve', 'tag', '#Rain'), 'Approved tag #Rain.')
  assert.match(await operator.done('trends', 'list'), /^tag +approved +rain$/m)
  await operator.done('trends', 'reject', 'tag', 'rain')
  assert.equal(JSON.parse(await operator.done('trends', 'list', '--json')).tags[0].trendable, false)
  await operator.done('trends', 'reject', 'author', '@alice')
  await operator.done('settings', 'set', 'trends.review', 'off')

  const wrong = await operator.run('trends', 'approve', 'recipe', 'x')
  assert.equal(wrong.code, 2)
  for (const [kind, name] of [
    ['tag', 'snow'],
    ['link', 'https://a.example/'],
    ['link', 'no address'],
    ['provider', 'a.example'],
    ['status', '117000000000000000'],
    ['status', 'https://a.example/'],
    ['author', '@carol'],
  ] as const) {
    const unknown = await operator.run('trends', 'approve', kind, name)
    assert.deepEqual([unknown.code, unknown.notes.includes(`There is no ${kind}`)], [1, true], kind)
  }
})
