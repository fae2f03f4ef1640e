import { multipart } from '../http/encoding.ts'
import { act, eventually, publish } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { PNG_DATA_URI } from '../walk/samples.ts'
import { checkSuccess, pathOf, type Walk } from '../walk/walk.ts'

const STATUSES = '/api/v1/statuses'

export const statusWritingOperations: Operation[] = [
  row('POST', STATUSES, async (walk) => {
    const text = `Hello @${walk.bob.username} #Greeting`
    const answer = await serve(walk, {
      body: { status: text, spoiler_text: 'Greeting', language: 'de', visibility: 'unlisted' },
    })
    forget(walk, answer.json.id)
    const { spoiler_text, language, visibility, sensitive, tags, mentions } = answer.json
    walk.equal('attributes', [spoiler_text, language, visibility], ['Greeting', 'de', 'unlisted'])
    walk.equal('S-333 sensitive', sensitive, true)
    walk.equal(
      'tags',
      tags.map((tag: { name: string }) => tag.name),
      ['greeting'],
    )
    walk.equal(
      'mentions',
      mentions.map((account: { id: string }) => account.id),
      [walk.bob.id],
    )
    walk.refused(
      'S-330 nothing to say',
      await walk.alice.post(STATUSES, { visibility: 'public' }),
      422,
    )
    await checkForms(walk)
    await checkIdempotency(walk)
    await checkRefused(walk)
  }),

  row('PUT', '/api/v1/statuses/:id', async (walk) => {
    const made = await publish(walk, walk.alice, { status: 'Before', language: 'en' })
    const path = pathOf(walk.row, { id: made.id })
    const { json } = await serve(walk, {
      params: { id: made.id },
      body: { status: 'After', language: 'fr', spoiler_text: 'Careful' },
    })
    walk.equal(
      'attributes',
      [json.language, json.spoiler_text, json.id],
      ['fr', 'Careful', made.id],
    )
    walk.claim('content', json.content.includes('After'), json.content)
    walk.claim('edited_at', typeof json.edited_at === 'string', json.edited_at)
    const history = async () => (await walk.alice.get(`${path}/history`)).json?.length
    walk.equal('S-133 history', await history(), 2)
    const same = { status: 'After', language: 'fr', spoiler_text: 'Careful' }
    checkSuccess(
      walk,
      'S-334 S-007 unchanged',
      await walk.alice.send('PATCH', path, { body: same }),
    )
    walk.equal('S-334 no new history', await history(), 2)
    const foreign = await walk.bob.send('PUT', path, { body: { status: 'Mine' } })
    walk.refused("another's status", foreign, 404, 403)
    const long = await walk.alice.send('PUT', path, { body: { status: 'x'.repeat(501) } })
    walk.refused('S-330 too long', long, 422)
  }),

  row('DELETE', '/api/v1/statuses/:id', async (walk) => {
    const made = await publish(walk, walk.alice, { status: 'Source *text*' })
    const path = pathOf(walk.row, { id: made.id })
    await act(walk.bob, 'bookmark', made.id)
    await act(walk.bob, 'favourite', made.id)
    const boost = await walk.bob.must('POST', `${path}/reblog`)
    walk.refused("S-155 another's status", await walk.bob.send('DELETE', path), 404)
    const { json } = await serve(walk, { params: { id: made.id }, entity: 'DeletedStatus' })
    await checkMedia(walk)
    walk.equal('S-150 text', json.text, 'Source *text*')
    walk.refused('S-150 gone', await walk.alice.get(path), 404)
    walk.refused('S-153 reblog gone', await walk.bob.get(`${STATUSES}/${boost.id}`), 404)
    for (const list of ['bookmarks', 'favourites']) {
      const items = (await walk.bob.get(`/api/v1/${list}`)).json ?? []
      walk.equal(
        `S-150 not in ${list}`,
        items.some((item: { id: string }) => item.id === made.id),
        false,
      )
    }
  }),
]

function forget(walk: Walk, id: string): void {
  walk.later(() => walk.alice.send('DELETE', `${STATUSES}/${id}`))
}

/** S-001 S-003 */
async function checkForms(walk: Walk): Promise<void> {
  const poll = { options: ['One', 'Two'], expires_in: 3600, multiple: true }
  const ways = {
    form: new URLSearchParams([
      ['status', 'A poll'],
      ['poll[options][]', 'One'],
      ['poll[options][]', 'Two'],
      ['poll[expires_in]', '3600'],
      ['poll[multiple]', 'true'],
    ]),
    multipart: multipart({ status: 'A poll', poll }),
    JSON: { status: 'A poll', poll },
  }
  for (const [way, body] of Object.entries(ways)) {
    const answer = await walk.alice.post(STATUSES, body)
    checkSuccess(walk, `S-001 S-003 poll as ${way}`, answer)
    const options = answer.json?.poll?.options?.map((option: { title: string }) => option.title)
    walk.equal(`poll as ${way}`, [options, answer.json?.poll?.multiple], [['One', 'Two'], true])
    forget(walk, answer.json?.id)
  }
  const query = await walk.alice.send('POST', STATUSES, { query: { status: 'In the query' } })
  checkSuccess(walk, 'S-001 parameters in the query', query)
  forget(walk, query.json?.id)
}

/** S-331 */
async function checkIdempotency(walk: Walk): Promise<void> {
  const headers = { 'idempotency-key': `key-${walk.next()}` }
  const body = { status: `Once ${walk.next()}` }
  const [first, again] = [
    await walk.alice.send('POST', STATUSES, { body, headers }),
    await walk.alice.send('POST', STATUSES, { body, headers }),
  ]
  walk.equal('S-331 same key, same status', again.json?.id, first.json?.id)
  forget(walk, first.json?.id)
}

async function checkRefused(walk: Walk): Promise<void> {
  const { alice, bob } = walk
  const media = await bob.must('POST', '/api/v1/media', { file: PNG_DATA_URI })
  const hidden = await publish(walk, bob, { visibility: 'direct' })
  const own = await Promise.all(
    Array.from({ length: 5 }, () => alice.must('POST', '/api/v1/media', { file: PNG_DATA_URI })),
  )
  const poll = { options: ['One', 'Two'], expires_in: 3600 }
  const wrong: [string, number, Record<string, unknown>][] = [
    ['S-330 501 characters', 422, { status: 'x'.repeat(501) }],
    ['S-332 reply to nothing', 404, { in_reply_to_id: UNKNOWN_ID }],
    ['S-332 reply to what is hidden', 404, { in_reply_to_id: hidden.id }],
    ['S-332 unknown media', 422, { media_ids: [UNKNOWN_ID] }],
    ["S-332 another's media", 422, { media_ids: [media.id] }],
    ['S-332 five media', 422, { media_ids: own.map(({ id }) => id) }],
    ['S-340 one option', 422, { poll: { ...poll, options: ['One'] } }],
    ['S-340 five options', 422, { poll: { ...poll, options: ['1', '2', '3', '4', '5'] } }],
    ['S-340 same options', 422, { poll: { ...poll, options: ['One', ' One '] } }],
    ['S-340 long option', 422, { poll: { ...poll, options: ['x'.repeat(51), 'y'] } }],
    ['S-340 too short', 422, { poll: { ...poll, expires_in: 299 } }],
    ['S-340 too long', 422, { poll: { ...poll, expires_in: 2_629_747 } }],
    ['unknown visibility', 422, { visibility: 'everybody' }],
  ]
  for (const [what, status, change] of wrong) {
    const answer = await alice.post(STATUSES, { status: 'Something', ...change } as never)
    walk.refused(what, answer, status)
    if (answer.status === 200) forget(walk, answer.json?.id)
  }
}

/** S-154 */
async function checkMedia(walk: Walk): Promise<void> {
  const { alice } = walk
  const media = await alice.must('POST', '/api/v2/media', { file: PNG_DATA_URI })
  const make = () => publish(walk, alice, { media_ids: [media.id] })
  const first = await make()
  const { json } = await alice.send('DELETE', `${STATUSES}/${first.id}`)
  walk.equal('S-150 media_attachments', json?.media_attachments?.[0]?.id, media.id)
  const again = await make()
  walk.equal('S-154 media used again', again.media_attachments[0]?.id, media.id)
  await alice.send('DELETE', `${STATUSES}/${again.id}`, { query: { delete_media: true } })
  const read = () => alice.get(`/api/v1/media/${media.id}`)
  walk.refused('S-154 delete_media', await eventually(read, ({ status }) => status !== 200), 404)
}
