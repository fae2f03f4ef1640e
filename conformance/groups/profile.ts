import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'

const PROFILE = '/api/v1/profile'

/** The profile for its owner. */
export const profileOperations: Operation[] = [
  row('GET', PROFILE, async (walk) => {
    const { json } = await serve(walk)
    walk.equal('id', json.id, walk.alice.id)
    const narrow = await walk.alice.limited('profile')
    walk.equal('S-443 profile', (await narrow.get(PROFILE)).status, 200)
  }),
  row('PATCH', PROFILE, async (walk) => {
    walk.later(() => walk.alice.send('PATCH', PROFILE, { body: { show_media: true } }))
    const body = { note: 'as *typed*', show_media: false, attribution_domains: ['news.example'] }
    const { json } = await serve(walk, { body })
    walk.equal(
      'changed',
      [json.note, json.show_media, json.attribution_domains],
      [body.note, false, body.attribution_domains],
    )
    const long = await walk.alice.send('PATCH', PROFILE, { body: { display_name: 'x'.repeat(41) } })
    walk.refused('S-289', long, 422)
    walk.claim('details', long.json?.details?.display_name !== undefined, long.text)
    const put = await walk.alice.send('PUT', PROFILE, { body: { note: 'put' } })
    walk.equal('S-007', put.json?.note, 'put')
  }),
]
