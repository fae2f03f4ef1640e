import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '../http/client.ts'
import { eventually, publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { meetStranger } from '../walk/other-server.ts'
import { type Operation, row } from '../walk/row.ts'
import { PNG } from '../walk/samples.ts'
import type { Walk } from '../walk/walk.ts'

const DOCUMENT = /\bmax-age=300\b/

/** Information about the server. */
export const serverOperations: Operation[] = [
  row('GET', '/api/v2/instance', async (walk) => {
    const { json, headers } = await serve(walk)
    walk.claim(
      'S-019',
      DOCUMENT.test(headers.get('cache-control') ?? ''),
      headers.get('cache-control'),
    )
    walk.claim('S-074', /^\d+\.\d+\.\d+( |$)/.test(json.version), json.version)
    walk.equal('S-300 domain', json.domain, new URL(walk.base).host)
    const { max_featured_tags, max_pinned_statuses } = json.configuration?.accounts ?? {}
    walk.equal('S-366 S-157 limits', [max_featured_tags, max_pinned_statuses], [10, 5])
    const { status } = await fetch(json.thumbnail?.url)
    walk.equal('S-301 banner', status, 200)
  }),

  row('GET', '/api/v1/instance', async (walk) => {
    const { headers } = await serve(walk)
    walk.equal('S-017', headers.get('deprecation'), '@1668384000')
    walk.equal('S-532 no Sunset', headers.get('sunset'), null)
  }),

  row('GET', '/api/v1/instance/peers', async (walk) => {
    const host = await meetServer(walk)
    const { json } = await serve(walk)
    if (host !== null) walk.claim('S-309 a server that is known', json.includes(host), json)
    await checkSwitchedOff(walk, 'peers_shown')
  }),

  row('GET', '/api/v1/donation_campaigns', async (walk) => {
    const answer = await serve(walk)
    walk.equal('no body', answer.text, '')
  }),

  row('GET', '/api/v1/instance/activity', async (walk) => {
    const { json } = await serve(walk, { entity: 'InstanceActivity[]' })
    const weeks = json.map(({ week }: { week: string }) => Number(week))
    walk.equal('S-309 weeks', weeks.length, 12)
    walk.equal(
      'S-309 newest first',
      weeks,
      weeks.toSorted((a: number, b: number) => b - a),
    )
    await checkSwitchedOff(walk, 'activity_shown')
  }),

  row('GET', '/api/v1/instance/rules', async (walk) => {
    if (walk.operator !== null) await setRules(walk, 'Be kind | To everybody\nNo spam\n')
    const { json } = await serve(walk)
    if (walk.operator === null) return
    const texts = json.map(({ text, hint }: { text: string; hint: string }) => [text, hint])
    walk.equal('S-307', texts, [
      ['Be kind', 'To everybody'],
      ['No spam', ''],
    ])
  }),

  row('GET', '/api/v1/instance/domain_blocks', async (walk) => {
    if (walk.operator === null) return walk.leaveOut('who sees the blocks is not ours to choose')
    const hidden = await walk.anonymous.get(walk.row.path)
    walk.equal('S-035 switched off', [hidden.status, hidden.text], [404, ''])
    await walk.operator('settings', 'set', 'domain_blocks_shown', 'everybody')
    walk.later(() => walk.operator!('settings', 'set', 'domain_blocks_shown', 'nobody'))
    await until(walk, ({ status }) => status === 200)
    const domain = `blocked${walk.next()}.example`
    const given = { domain, severity: 'suspend' }
    const block = await walk.owner.must('POST', '/api/v1/admin/domain_blocks', given)
    walk.later(() => walk.owner.send('DELETE', `/api/v1/admin/domain_blocks/${block.id}`))
    await until(walk, ({ text }) => text.includes(domain))
    await serve(walk)
  }),

  row('GET', '/api/v1/instance/extended_description', async (walk) => {
    await serve(walk)
  }),

  row('GET', '/api/v1/instance/privacy_policy', async (walk) => {
    const { json } = await serve(walk)
    walk.claim('S-306 never empty', json.content?.length > 0, json.content)
  }),

  row('GET', '/api/v1/instance/terms_of_service', async (walk) => {
    if (walk.operator === null) return walk.leaveOut('the terms are not ours to write')
    walk.refused('unset', await walk.anonymous.get(walk.row.path), 404)
    await setTerms(walk)
    const { json } = await serve(walk)
    walk.claim('content', json.content?.includes('Terms'), json.content)
  }),

  row('GET', '/api/v1/instance/terms_of_service/:date', async (walk) => {
    if (walk.operator === null) return walk.leaveOut('the terms are not ours to write')
    const date = await setTerms(walk)
    await serve(walk, { params: { date } })
  }),

  row('GET', '/api/v1/instance/translation_languages', async (walk) => {
    const { json } = await serve(walk)
    const lists = Object.values(json ?? { none: null })
    walk.claim(
      'S-310',
      lists.every((list) => Array.isArray(list)),
      JSON.stringify(json),
    )
  }),

  row('GET', '/api/v1/instance/languages', async (walk) => {
    const { json } = await serve(walk, { entity: 'Language[]' })
    walk.claim(
      'English is there',
      json.some(({ code }: { code: string }) => code === 'en'),
      json,
    )
  }),

  row('GET', '/api/v1/peers/search', async (walk) => {
    const host = await meetServer(walk)
    await serve(walk, { query: { q: host?.split(':', 1)[0] ?? 'example' } })
  }),

  row('GET', '/api/v1/custom_emojis', async (walk) => {
    if (walk.operator !== null) await importEmoji(walk)
    const { json } = await serve(walk)
    if (walk.operator === null) return
    const rook = json.find(({ shortcode }: { shortcode: string }) => shortcode === 'walking_rook')
    walk.claim('S-352 imported', rook?.category === 'Birds', JSON.stringify(json))
    const made = await publish(walk, walk.alice, { status: 'Look :walking_rook:' })
    walk.equal('S-352 in a status', made.emojis?.[0]?.shortcode, 'walking_rook')
  }),
]

/** Imports an emoji `walking_rook` as the operator. */
export async function importEmoji(walk: Walk): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-emoji-'))
  walk.later(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'walking_rook.png'), PNG)
  await walk.operator!('emojis', 'import', folder, '--category', 'Birds')
  await until(walk, ({ text }) => text.includes('walking_rook'))
}

async function setRules(walk: Walk, rules: string): Promise<void> {
  await walk.operator!('settings', 'set', 'rules', rules)
  await until(walk, ({ text }) => text.includes('Be kind'))
}

/** @returns the day from which the terms apply */
async function setTerms(walk: Walk): Promise<string> {
  await walk.operator!('settings', 'set', 'terms_of_service', '<p>Terms</p>')
  walk.later(() => walk.operator!('settings', 'set', 'terms_of_service', ''))
  const read = () => walk.anonymous.get('/api/v1/instance/terms_of_service')
  const { json } = await eventually(read, ({ status }) => status === 200)
  return json?.effective_date ?? 'never'
}

/** S-035 */
async function checkSwitchedOff(walk: Walk, setting: string): Promise<void> {
  if (walk.operator === null) return walk.leaveOut('switching it off')
  await walk.operator('settings', 'set', setting, 'off')
  walk.later(() => walk.operator!('settings', 'set', setting, 'on'))
  const { status, text } = await until(walk, (answer) => answer.status === 404)
  walk.equal('S-035 switched off', [status, text], [404, ''])
}

/** The row's response once the running server has noticed a change. */
function until(walk: Walk, changed: (answer: Answer) => boolean): Promise<Answer> {
  return eventually(() => walk.anonymous.get(walk.row.path), changed)
}

/**
 * Makes another server known to the server. @returns its host; null on servers that send no requests to this machine
 */
async function meetServer(walk: Walk): Promise<string | null> {
  const stranger = await meetStranger(walk)
  if (stranger === null) return null
  const { uri } = stranger.actor
  await walk.alice.must('GET', `/api/v2/search?resolve=true&q=${encodeURIComponent(uri)}`)
  return new URL(uri).host
}
