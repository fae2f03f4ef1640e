import { checkHeaders } from '../walk/conventions.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { checkSuccess } from '../walk/walk.ts'

const APP = { client_name: 'Sample', redirect_uris: 'https://app.example/callback' }

export const appOperations: Operation[] = [
  row('POST', '/api/v1/apps', async (walk) => {
    const { anonymous } = walk
    const { json } = await serve(walk, {
      body: { ...APP, scopes: 'read write:statuses', website: 'https://app.example/' },
      missing: { client_name: 422, redirect_uris: 422 },
    })
    walk.equal('S-130 scopes', json.scopes, ['read', 'write:statuses'])
    const list = ['https://app.example/a', 'urn:ietf:wg:oauth:2.0:oob', 'myapp://callback']
    const several = await anonymous.post(walk.row.path, { ...APP, redirect_uris: list })
    checkSuccess(walk, 'redirect_uris as a list', several)
    walk.equal('S-131 redirect_uri', several.json?.redirect_uri, list.join('\n'))
    walk.equal('S-131 website', several.json?.website, null)
    walk.equal('S-435 default scope', several.json?.scopes, ['read'])
    const form = await anonymous.post(walk.row.path, new URLSearchParams(APP))
    checkSuccess(walk, 'S-001 form', form)
    const wrong = {
      'unknown scope': { scopes: 'read everything' },
      'address that is none': { redirect_uris: 'nowhere' },
      'javascript: address': { redirect_uris: 'javascript:alert(1)' },
      'name of 61 characters': { client_name: 'x'.repeat(61) },
      'website that is none': { website: 'nowhere' },
    }
    for (const [what, change] of Object.entries(wrong)) {
      const answer = await anonymous.post(walk.row.path, { ...APP, ...change })
      walk.refused(`S-435 ${what}`, answer, 422)
    }
  }),

  row('GET', '/api/v1/apps/verify_credentials', async (walk) => {
    const answer = await serve(walk)
    checkHeaders(walk, answer)
    const instance = await walk.anonymous.get('/api/v2/instance')
    const key = instance.json?.configuration?.vapid?.public_key
    walk.equal('S-130 vapid_key', answer.json.vapid_key, key)
    checkSuccess(walk, 'user token', await walk.alice.get(walk.row.path))
  }),
]
