import { NotFound } from '../../../kernel/base/errors.ts'
import type { JsonText } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { Demanded, IdParams } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { loadPolls } from '../../polls/serializer.ts'
import { vote } from '../../polls/votes.ts'
import { refreshPoll } from '../federation/poll-refresh.ts'
import { getVisibleStatus } from '../queries.ts'
import type { Asking } from '../read/serializer.ts'

const VoteBody = Type.Object({ choices: Demanded(Type.Array(Type.Integer())) })

export const routes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/polls/#get
  server.get(
    '/api/v1/polls/:id',
    {
      config: { scope: 'read:statuses', anonymous: true, cache: 'page' },
      schema: { params: IdParams },
    },
    async (request) => {
      const viewer = request.auth?.user ?? null
      const { id: pollId } = request.params
      await requireVisiblePoll(app, viewer, pollId)
      if (viewer !== null) await refreshPoll(app, pollId)
      return renderPoll(app, viewer, pollId)
    },
  )

  server.post(
    '/api/v1/polls/:id/votes',
    { config: { scope: 'write:statuses' }, schema: { params: IdParams, body: VoteBody } },
    async (request) => {
      const viewer = viewerOf(request)
      const { id: pollId } = request.params
      await requireVisiblePoll(app, viewer, pollId)
      const { choices } = request.body
      await app.transact((tx) => vote(tx, { pollId, accountId: viewer.id, choices }))
      return renderPoll(app, viewer, pollId)
    },
  )
}

async function renderPoll(app: App, asking: Asking, pollId: string): Promise<JsonText> {
  await requireVisiblePoll(app, asking, pollId)
  const text = (await loadPolls(app, asking?.id ?? null, [pollId])).get(pollId)
  if (text === undefined) throw new NotFound()
  return text
}

/** The access rule of a poll is that of its status (S-341). */
async function requireVisiblePoll(app: App, asking: Asking, pollId: string): Promise<void> {
  const poll = await app.db
    .selectFrom('poll')
    .select('status_id')
    .where('id', '=', pollId)
    .executeTakeFirst()
  if (!poll?.status_id) throw new NotFound()
  await getVisibleStatus(app.db, asking?.id ?? null, poll.status_id)
}
