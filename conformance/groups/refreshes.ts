import { eventually } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { lookUp, meetStranger, serveNote } from '../walk/other-server.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf } from '../walk/walk.ts'

/** Running refreshes from other servers. */
export const refreshOperations: Operation[] = [
  row('GET', '/api/v1_alpha/async_refreshes/:id', async (walk) => {
    const { alice, anonymous, row } = walk
    walk.refused('unknown', await alice.get(pathOf(row, { id: UNKNOWN_ID })), 404)
    const stranger = await meetStranger(walk)
    if (stranger === null) return
    const { peer } = stranger
    const replies = peer.url(`/replies/${walk.next()}`)
    const root = serveNote(walk, stranger, { replies })
    const reply = serveNote(walk, stranger, { inReplyTo: root.id })
    const items = [reply.id]
    peer.serve(new URL(replies).pathname, { id: replies, type: 'Collection', items })
    const status = await lookUp(walk, 'statuses', root.id)
    const context = `/api/v1/statuses/${status.id}/context`
    const open = await anonymous.get(context)
    walk.equal('S-225 anonymous', open.headers.get('mastodon-async-refresh'), null)
    const header = (await alice.get(context)).headers.get('mastodon-async-refresh') ?? ''
    const [, id] = /^id="([^"]+)", retry=\d+, result_count=\d+$/.exec(header) ?? []
    walk.claim('S-225 header', id !== undefined, header)
    if (id === undefined) return
    const { json } = await serve(walk, { params: { id } })
    walk.valid('AsyncRefresh', json.async_refresh)
    walk.equal('id', json.async_refresh?.id, id)
    const ended = await eventually(
      async () => (await alice.get(pathOf(row, { id }))).json?.async_refresh,
      (refresh) => refresh?.status === 'finished',
    )
    walk.equal('finished', ended, { id, status: 'finished', result_count: 1 })
    const { descendants } = (await alice.get(context)).json ?? {}
    const uris = descendants?.map(({ uri }: { uri: string }) => uri)
    walk.equal('what it found', uris, [reply.id])
  }),
]
