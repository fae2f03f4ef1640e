import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, SECOND } from '../../src/kernel/base/durations.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, noteTo, updateOf } from '../support/notes.ts'
import type { Json } from '../support/peer.ts'

const KIB = 1024
/** versions of one status that are kept, and characters of their texts and of their HTML */
const MOST_VERSIONS = 100
const MOST_CHARACTERS = 1024 * KIB
/** bytes of a page, and of the first version */
const LARGEST_PAGE = 1200 * KIB

test('A79 S-565 who edits a long post again and again fills no disk, and no page', async () => {
  const { both, id, edit, versions } = await startEdited('a'.repeat(120 * KIB))
  await using _ = both

  for (let at = 0; at < 12; at++) await edit(at, String.fromCharCode(98 + at).repeat(120 * KIB))
  // as if they came late: of the times before
  for (let at = 1; at < 12; at++) await edit(-at, String.fromCharCode(66 + at).repeat(120 * KIB))

  const kept = await versions()
  const characters = kept.reduce((sum, { text, content }) => sum + text.length + content.length, 0)
  assert.ok(characters <= MOST_CHARACTERS, `${kept.length} versions, ${characters} characters`)
  const history = await both.home.anonymous.get(`/api/v1/statuses/${id}/history`)
  assert.ok(Buffer.byteLength(history.body) < LARGEST_PAGE, `${Buffer.byteLength(history.body)}`)
  const contents = history.json().map(({ content }: Json) => content.slice(0, 1))
  assert.deepEqual([contents.at(0), contents.at(-1)], ['a', 'm'])
})

test('A79 S-565 of many short versions the first and the latest are kept', async () => {
  const { both, id, edit, versions } = await startEdited('first')
  await using _ = both

  for (let at = 0; at < MOST_VERSIONS + 5; at++) await edit(at, `edit ${at}`)

  assert.equal((await versions()).length, MOST_VERSIONS)
  const history = (await both.alice.get(`/api/v1/statuses/${id}/history`)).json()
  assert.deepEqual(
    [history.length, history[0].content, history[1].content, history.at(-1).content],
    [MOST_VERSIONS, 'first', `edit 6`, `edit ${MOST_VERSIONS + 4}`],
  )
})

/** A post by a stranger that names alice, and what edits it. */
async function startEdited(content: string) {
  const both = await startHomeAndPeer()
  const mallory = both.peer.addActor('mallory')
  const note = noteTo(mallory, 'post', { uri: both.aliceUri, username: 'alice' }, { content })
  await both.deliver(mallory, createOf(note))
  const [stored] = await both.stored()
  const from = Date.now() - HOUR / 2
  return {
    both,
    id: stored?.id as string,
    edit: (at: number, text: string) =>
      both.deliver(mallory, updateOf({ ...note, content: text }, from + at * SECOND)),
    versions: () => both.home.app.db.selectFrom('status_edit').selectAll().execute(),
  }
}
