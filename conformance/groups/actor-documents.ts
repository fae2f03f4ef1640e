import { publish } from '../walk/arrange.ts'
import { checkDocument, getDocument, readDocument, readRow } from '../walk/documents.ts'
import { UNKNOWN_ID } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

/** Documents for other servers: accounts, the instance actor, and authorizations. */
export const actorDocumentOperations: Operation[] = [
  row('GET', '/users/:username', async (walk) => {
    const { alice } = walk
    const display_name = `Alice ${walk.next()}`
    await alice.must('PATCH', '/api/v1/accounts/update_credentials', { display_name })
    const actor = await getDocument(walk, { username: alice.username }, 'Person')
    walk.equal('name', [actor.preferredUsername, actor.name], [alice.username, display_name])
    checkKey(walk, actor)
    const known = await walk.anonymous.must('GET', `/api/v1/accounts/${alice.id}`)
    walk.equal('id and url', [actor.id, actor.url], [known.uri, known.url])
    walk.equal('S-501 featuredTags', actor.featuredTags, `${actor.id}/collections/tags`)
    for (const member of ['inbox', 'outbox', 'followers', 'following']) {
      walk.equal(member, actor[member], `${actor.id}/${member}`)
    }
    walk.equal('shared inbox', actor.endpoints?.sharedInbox, `${walk.base}/inbox`)
    walk.status('unknown', await readRow(walk, { username: 'nobody_at_all' }), 404)
  }),

  row('GET', '/actor', async (walk) => {
    const actor = await getDocument(walk, {}, 'Application')
    walk.equal('id', actor.id, `${walk.base}/actor`)
    walk.equal('inbox', actor.inbox, `${actor.id}/inbox`)
    walk.equal('outbox', actor.outbox, `${actor.id}/outbox`)
    checkKey(walk, actor)
  }),

  row('GET', '/actor/outbox', async (walk) => {
    const outbox = await getDocument(walk, {}, 'OrderedCollection')
    walk.equal('nothing is told', outbox.totalItems, 0)
  }),

  row('GET', '/ap/users/:id', async (walk) => {
    const { id, username } = walk.alice
    const answer = await follow(walk, pathOf(walk.row, { id }))
    const actor = checkDocument(walk, answer, 'Person')
    walk.equal('name', actor.preferredUsername, username)
    const outbox = await follow(walk, `${pathOf(walk.row, { id })}/outbox`)
    walk.equal('what is below it', outbox.json?.type, 'OrderedCollection')
    walk.status('unknown', await readRow(walk, { id: UNKNOWN_ID }), 404)
  }),

  row('GET', '/users/:username/quote_authorizations/:id', async (walk) => {
    const { alice, bob } = walk
    const quoted = await publish(walk, alice)
    const quoting = await publish(walk, bob, { quoted_status_id: quoted.id })
    const note = await readDocument(walk, quoting.uri)
    walk.equal('quote', note.json?.quote, quoted.uri)
    const consent = note.json?.quoteAuthorization ?? '/'
    const document = checkDocument(walk, await readDocument(walk, consent), 'QuoteAuthorization')
    const { attributedTo, interactingObject, interactionTarget } = document
    const { uri } = await walk.anonymous.must('GET', `/api/v1/accounts/${alice.id}`)
    const said = [attributedTo, interactingObject, interactionTarget]
    walk.equal('who agrees to what', said, [uri, quoting.uri, quoted.uri])
    const id = consent.split('/').at(-1)
    walk.equal('address', consent, walk.base + pathOf(walk.row, { username: alice.username, id }))
    const foreign = await readRow(walk, { username: bob.username, id })
    walk.status('of another account', foreign, 404)
    await alice.must('POST', `/api/v1/statuses/${quoted.id}/quotes/${quoting.id}/revoke`)
    walk.status('taken back', await readDocument(walk, consent), 404)
    const unknown = await readRow(walk, { username: alice.username, id: UNKNOWN_ID })
    walk.status('unknown', unknown, 404)
  }),
]

// biome-ignore lint/suspicious/noExplicitAny: the checked value may be anything
function checkKey(walk: Walk, { id, publicKey }: any): void {
  walk.equal('owner of the key', publicKey?.owner, id)
  const pem = String(publicKey?.publicKeyPem)
  walk.claim('publicKey', pem.startsWith('-----BEGIN PUBLIC KEY-----'), pem)
}

/** Reads a document and follows one redirect within the server. */
async function follow(walk: Walk, path: string) {
  const answer = await readDocument(walk, path)
  const location = answer.headers.get('location')
  if (location === null) return answer
  const { origin, pathname } = new URL(location, walk.base)
  walk.equal('leads to this server', origin, new URL(walk.base).origin)
  return readDocument(walk, pathname)
}
