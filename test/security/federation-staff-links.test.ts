import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { entityOf } from '../support/entities.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { png } from '../support/media-api.ts'
import { createOf, noteBy } from '../support/notes.ts'

/** Asks for a path just as it is written: other clients tidy it up. @returns the status */
function askFor(origin: string, path: string): Promise<number> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('error', reject)
    asked.end()
  })
}

test('A85 the link by which the staff sees one file of somebody suspended opens no other', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const { origin } = home.app.config
  const bob = peer.addActor('bob')
  await followOnPeer(home, alice, bob)
  for (const name of ['reported', 'secret']) {
    peer.serve(`/${name}.png`, await png(20, 10), { contentType: 'image/png' })
    const url = peer.url(`/${name}.png`)
    const attachment = [{ type: 'Document', mediaType: 'image/png', url }]
    const audience = name === 'secret' ? { to: [`${bob.uri}/followers`], cc: [] } : {}
    await both.deliver(bob, createOf(noteBy(bob, name, { attachment, ...audience })))
  }
  const [secret, reported] = await alice.home()
  const mona = await home.signUp('mona', { role: 'Moderator' })
  const report = { account_id: reported.account.id, status_ids: [reported.id] }
  const { id } = entityOf(await alice.post('/api/v1/reports', report), 'Report')
  await mona.post(`/api/v1/admin/accounts/${reported.account.id}/action`, { type: 'suspend' })
  await both.settle()
  const [shown] = entityOf(await mona.get(`/api/v1/admin/reports/${id}`), 'Admin::Report').statuses
  const given = new URL(shown.media_attachments[0].url)
  const [wanted] = secret.media_attachments.map((one: { url: string }) => new URL(one.url).pathname)
  const within = given.pathname.split('/').slice(-2)

  assert.equal(await askFor(origin, given.pathname + given.search), 200)
  for (const way of ['/', '\\', '/%2e%2e/', '/..\\..\\']) {
    const base = wanted.slice(0, wanted.lastIndexOf('/'))
    for (const path of [
      `${wanted}${given.search}`,
      `${base}/..${way}${within.join(way)}${given.search}`,
      `${base}/x${way}..${way}..${way}${within.join(way)}${given.search}`,
    ]) {
      assert.equal(await askFor(origin, path), 404, path)
    }
  }
})
