import type { Params } from '../http/client.ts'
import { serve } from '../walk/example.ts'
import { lookUp, meetStranger, serveNote, servePicture } from '../walk/other-server.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { PNG_DATA_URI } from '../walk/samples.ts'
import type { Walk } from '../walk/walk.ts'

const ADMIN = '/api/rookery/v1/admin'
const RULES = `${ADMIN}/rules`
const EMOJIS = `${ADMIN}/custom_emojis`
const ANNOUNCEMENTS = `${ADMIN}/announcements`
const ROLES = `${ADMIN}/roles`
const SUGGESTIONS = '/api/rookery/v1/admin/suggestions'
const INVITES = `${ADMIN}/invites`

/** Creates an entity until the check is over. @returns its id */
async function make(walk: Walk, path: string, body: Params): Promise<string> {
  const { id } = await walk.owner.must('POST', path, body)
  walk.later(() => walk.owner.send('DELETE', `${path}/${id}`))
  return id
}

const rule = (walk: Walk) => make(walk, RULES, { text: `Rule ${walk.next()}` })
const announcement = (walk: Walk, more: Params = {}) =>
  make(walk, ANNOUNCEMENTS, { text: `News ${walk.next()}`, ...more })
const role = (walk: Walk) => make(walk, ROLES, { name: `Role ${walk.next()}` })
const emoji = (walk: Walk, category = '') =>
  make(walk, EMOJIS, { shortcode: `emoji_${walk.next()}`, file: PNG_DATA_URI, category })

async function five(one: () => Promise<string>): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= 5; number++) ids.unshift(await one())
  return ids
}

/** Deletes an entity that the row itself created, after the check. */
function forget(walk: Walk, path: string, id: string): void {
  walk.later(() => walk.owner.send('DELETE', `${path}/${id}`))
}

const ruleOperations: Operation[] = [
  row('GET', RULES, async (walk) => {
    const id = await rule(walk)
    const { json } = await serve(walk)
    walk.equal('the last', json.at(-1)?.id, id)
  }),
  row('POST', RULES, async (walk) => {
    const body = { text: `Be kind ${walk.next()}`, hint: 'To everybody' }
    const { json } = await serve(walk, { body, missing: { text: 422 } })
    forget(walk, RULES, json.id)
    const shown = (await walk.anonymous.get('/api/v1/instance/rules')).json
    walk.equal('S-307 shown', shown.at(-1)?.text, body.text)
  }),
  row('GET', `${RULES}/:id`, async (walk) => {
    await serve(walk, { params: { id: await rule(walk) } })
  }),
  row('PUT', `${RULES}/:id`, async (walk) => {
    const params = { id: await rule(walk) }
    const { json } = await serve(walk, { params, body: { hint: 'please' } })
    walk.equal('hint', json.hint, 'please')
  }),
  row('DELETE', `${RULES}/:id`, async (walk) => {
    const id = await rule(walk)
    await serve(walk, { params: { id } })
    walk.refused('gone', await walk.owner.get(`${RULES}/${id}`), 404)
  }),
  row('POST', `${RULES}/:id/move`, async (walk) => {
    const first = await rule(walk)
    const params = { id: await rule(walk) }
    const { json } = await serve(walk, {
      params,
      body: { position: 0 },
      missing: { position: 422 },
    })
    walk.equal('position', json.position, 0)
    const shown = (await walk.anonymous.get('/api/v1/instance/rules')).json
    walk.equal('S-307 order', [shown[0]?.id, shown.at(-1)?.id], [params.id, first])
  }),
]

const emojiOperations: Operation[] = [
  row('GET', EMOJIS, async (walk) => {
    const category = `Birds ${walk.next()}`
    const ids = await five(() => emoji(walk, category))
    const { json } = await serve(walk, { query: { category } })
    walk.equal('newest first', json[0]?.id, ids[0])
    await checkPages(walk, { as: walk.owner, ids, query: { category } })
  }),
  row('POST', EMOJIS, async (walk) => {
    const body = { shortcode: `emoji_${walk.next()}`, file: PNG_DATA_URI }
    const missing = { shortcode: 422, file: 422 }
    const { json } = await serve(walk, { body, missing })
    forget(walk, EMOJIS, json.id)
    walk.refused('taken', await walk.owner.post(EMOJIS, body), 422)
    const shown = (await walk.anonymous.get('/api/v1/custom_emojis')).json
    const names = shown.map(({ shortcode }: { shortcode: string }) => shortcode)
    walk.claim('S-352 shown', names.includes(body.shortcode), names.join(', '))
  }),
  row('GET', `${EMOJIS}/:id`, async (walk) => {
    await serve(walk, { params: { id: await emoji(walk) } })
  }),
  row('PUT', `${EMOJIS}/:id`, async (walk) => {
    const params = { id: await emoji(walk) }
    const { json } = await serve(walk, { params, body: { disabled: true } })
    walk.equal('disabled', json.disabled, true)
  }),
  row('DELETE', `${EMOJIS}/:id`, async (walk) => {
    await serve(walk, { params: { id: await emoji(walk) } })
  }),
  row('POST', `${EMOJIS}/:id/copy`, async (walk) => {
    const own = await emoji(walk)
    walk.refused('own', await walk.owner.post(`${EMOJIS}/${own}/copy`), 422)
    const stranger = await meetStranger(walk)
    if (stranger === null) return
    const shortcode = `foreign_${walk.next()}`
    const icon = { type: 'Image', mediaType: 'image/png', url: servePicture(stranger.peer, 'rook') }
    const tag = [{ type: 'Emoji', id: stranger.peer.url('/emoji'), name: `:${shortcode}:`, icon }]
    await lookUp(walk, 'statuses', serveNote(walk, stranger, { tag }).id)
    const [found] = await walk.owner.must('GET', `${EMOJIS}?shortcode=${shortcode}`)
    const { json } = await serve(walk, { params: { id: found?.id ?? 'none' } })
    forget(walk, EMOJIS, json.id)
    walk.equal('of this server', [json.shortcode, json.domain], [shortcode, null])
  }),
]

const announcementOperations: Operation[] = [
  row('GET', ANNOUNCEMENTS, async (walk) => {
    const ids = await five(() => announcement(walk))
    const { json } = await serve(walk)
    walk.equal('newest first', json[0]?.id, ids[0])
    const first = await walk.owner.must('GET', ANNOUNCEMENTS)
    const all = first.map(({ id }: { id: string }) => id)
    await checkPages(walk, { as: walk.owner, ids: all })
  }),
  row('POST', ANNOUNCEMENTS, async (walk) => {
    const body = { text: `News ${walk.next()}` }
    const { json } = await serve(walk, { body, missing: { text: 422 } })
    forget(walk, ANNOUNCEMENTS, json.id)
    const shown = (await walk.alice.get('/api/v1/announcements')).json
    const ids = shown.map(({ id }: { id: string }) => id)
    walk.claim('shown', ids.includes(json.id), ids.join(', '))
  }),
  row('POST', `${ANNOUNCEMENTS}/preview`, async (walk) => {
    const body = { text: 'Hello @alice' }
    const { json } = await serve(walk, { body, missing: { text: 400 } })
    walk.claim('as HTML', String(json.content).startsWith('<p>'), json.content)
  }),
  row('GET', `${ANNOUNCEMENTS}/:id`, async (walk) => {
    await serve(walk, { params: { id: await announcement(walk) } })
  }),
  row('PUT', `${ANNOUNCEMENTS}/:id`, async (walk) => {
    const params = { id: await announcement(walk) }
    const { json } = await serve(walk, { params, body: { text: 'Other news' } })
    walk.equal('content', json.content, '<p>Other news</p>')
  }),
  row('DELETE', `${ANNOUNCEMENTS}/:id`, async (walk) => {
    await serve(walk, { params: { id: await announcement(walk) } })
  }),
  row('POST', `${ANNOUNCEMENTS}/:id/publish`, async (walk) => {
    const params = { id: await announcement(walk, { published: false }) }
    const { json } = await serve(walk, { params })
    walk.equal('published', json.published, true)
  }),
  row('POST', `${ANNOUNCEMENTS}/:id/unpublish`, async (walk) => {
    const params = { id: await announcement(walk) }
    const { json } = await serve(walk, { params })
    walk.equal('published', json.published, false)
  }),
]

const roleOperations: Operation[] = [
  row('GET', ROLES, async (walk) => {
    const { json } = await serve(walk)
    const positions = json.map(({ position }: { position: number }) => position)
    walk.equal('S-064 base role', json.at(-1)?.id, '-99')
    walk.equal(
      'the highest first',
      positions,
      positions.toSorted((a: number, b: number) => b - a),
    )
  }),
  row('POST', ROLES, async (walk) => {
    const body = { name: `Role ${walk.next()}`, permissions: ['manage_rules'], position: 5 }
    const { json } = await serve(walk, { body, missing: { name: 422 } })
    forget(walk, ROLES, json.id)
    walk.equal('S-063 bits', json.permissions, '4096')
    const above = await walk.owner.post(ROLES, { name: 'Above', position: 100_000 })
    walk.refused('S-065 above', above, 422)
  }),
  row('GET', `${ROLES}/:id`, async (walk) => {
    await serve(walk, { params: { id: await role(walk) } })
  }),
  row('PUT', `${ROLES}/:id`, async (walk) => {
    const params = { id: await role(walk) }
    const { json } = await serve(walk, { params, body: { color: '#FFCC00' } })
    walk.equal('color', json.color, '#ffcc00')
  }),
  row('DELETE', `${ROLES}/:id`, async (walk) => {
    await serve(walk, { params: { id: await role(walk) } })
    walk.refused('S-064 base role', await walk.owner.send('DELETE', `${ROLES}/-99`), 403)
  }),
]

const inviteOperations: Operation[] = [
  row('GET', INVITES, async (walk) => {
    const ids = await five(() => invite(walk))
    const { json } = await serve(walk, { query: { available: true } })
    walk.equal('newest first', [json[0]?.id, json[0]?.account?.id], [ids[0], walk.alice.id])
    const all = await walk.owner.must('GET', `${INVITES}?limit=80`)
    await checkPages(walk, { as: walk.owner, ids: all.map(({ id }: { id: string }) => id) })
  }),
  row('DELETE', `${INVITES}/:id`, async (walk) => {
    await serve(walk, { params: { id: await invite(walk) } })
  }),
  row('POST', `${INVITES}/deactivate_all`, async (walk) => {
    await invite(walk)
    const { json } = await serve(walk)
    walk.claim('some ended', json.count > 0, json.count)
    walk.equal('none is left', await walk.owner.must('GET', `${INVITES}?available=true`), [])
  }),
]

async function invite(walk: Walk): Promise<string> {
  return (await walk.alice.must('POST', '/api/rookery/v1/invites', {})).id
}

const suggestionOperations: Operation[] = [
  row('GET', SUGGESTIONS, async (walk) => {
    await walk.owner.must('PUT', SUGGESTIONS, { accts: [walk.alice.username] })
    await serve(walk)
    await walk.owner.must('PUT', SUGGESTIONS, { accts: [] })
  }),
  row('PUT', SUGGESTIONS, async (walk) => {
    const body = { accts: [walk.alice.username, 'nobody_is_called_so'] }
    const { json } = await serve(walk, { body, missing: { accts: 400 } })
    const shown = json.map(({ acct }: { acct: string }) => acct)
    walk.equal('in their order', shown, body.accts)
    walk.later(() => walk.owner.send('PUT', SUGGESTIONS, { body: { accts: [] } }))
    walk.refused(
      'no handle',
      await walk.owner.send('PUT', SUGGESTIONS, { body: { accts: ['?'] } }),
      422,
    )
  }),
]

/** Content that the staff maintains for all users. */
export const adminContentOperations: Operation[] = [
  ...ruleOperations,
  ...emojiOperations,
  ...announcementOperations,
  ...roleOperations,
  ...inviteOperations,
  ...suggestionOperations,
]
