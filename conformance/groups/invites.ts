import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

const INVITES = '/api/rookery/v1/invites'

/** Invites of users, and sign-ups with an invite. */
export const inviteOperations: Operation[] = [
  row('GET', INVITES, async (walk) => {
    const ids: string[] = []
    for (let number = 1; number <= 5; number++) ids.unshift((await invite(walk, walk.carol)).id)
    const { json } = await serve(walk, { as: walk.carol })
    walk.equal('newest first', json[0]?.id, ids[0])
    await checkPages(walk, { as: walk.carol, ids })
  }),

  row('POST', INVITES, async (walk) => {
    const { json } = await serve(walk, { body: { max_uses: 2, expires_in: 3600 } })
    walk.later(() => walk.alice.send('DELETE', `${INVITES}/${json.id}`))
    walk.equal('uses', [json.max_uses, json.uses, json.valid], [2, 0, true])
    walk.refused('S-521', await walk.alice.post(INVITES, { comment: 'x'.repeat(421) }), 422)
  }),

  row('DELETE', `${INVITES}/:id`, async (walk) => {
    const { id } = await invite(walk)
    walk.refused('foreign', await walk.bob.send('DELETE', `${INVITES}/${id}`), 404)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('over', json.valid, false)
  }),

  row('GET', '/invite/:code', async (walk) => {
    const { code } = await invite(walk)
    const ask = (of: string, accept: string) =>
      walk.anonymous.send('GET', `/invite/${of}`, { headers: { accept } })
    const answer = await ask(code, 'application/json')
    walk.status('success', answer, 200)
    walk.equal('JSON', answer.json, {
      invite_code: code,
      instance_api_url: `${walk.base}/api/v2/instance`,
    })
    walk.status('unknown', await ask('nonsense', 'application/json'), 401)
    const page = await ask(code, 'text/html')
    walk.status('page', page, 302)
    const form = await walk.anonymous.get(page.headers.get('location') ?? '/')
    walk.claim('sign-up form', form.text.includes(code), form.text.slice(0, 200))
  }),
]

async function invite(walk: Walk, by = walk.alice): Promise<{ id: string; code: string }> {
  const made = await by.must('POST', INVITES, {})
  walk.later(() => by.send('DELETE', `${INVITES}/${made.id}`))
  return made
}
