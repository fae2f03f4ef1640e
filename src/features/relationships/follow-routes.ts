import { ValidationFailed } from '../../kernel/base/errors.ts'
import { toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { Id, IdParams } from '../../kernel/http/params.ts'
import { spend } from '../../kernel/http/rate-limits/limiter.ts'
import type { Routes, Viewer } from '../../kernel/http/routes.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import { languageOrNull } from '../../kernel/text/language.ts'
import { getReachableAccount } from '../accounts/queries.ts'
import { authorizeFollowRequest, rejectFollowRequest } from './follow-requests.ts'
import { followAccount } from './follows.ts'
import type { FollowChoices } from './queries.ts'
import { loadRelationships, type Relationship, renderRelationship } from './relationship.ts'

const FollowBody = Type.Object({
  reblogs: Type.Optional(Type.Boolean()),
  notify: Type.Optional(Type.Boolean()),
  languages: Type.Optional(Type.Array(Type.String(), { maxItems: 250 })),
})

const RequestParams = Type.Object({ account_id: Id })

export const followRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/accounts/#follow
  server.post(
    '/api/v1/accounts/:id/follow',
    {
      config: { scope: 'write:follows', limits: ['follows'] },
      schema: { params: IdParams, body: FollowBody },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const target = await getReachableAccount(app.db, request.params.id)
      const before = await relationshipTo(app, viewer, target.id)
      if (!before.following && !before.requested) await spend(request, 'follows')
      const input = { accountId: viewer.id, targetId: target.id, ...choicesIn(request.body) }
      await app.transact((tx) => followAccount(tx, input))
      const after = await relationshipTo(app, viewer, target.id)
      // S-281: an unlocked account will accept, even if the answer takes a while
      const accepts = !target.locked && !viewer.silenced
      return toJson(accepts ? { ...after, following: true, requested: false } : after)
    },
  )

  for (const [name, answer] of [
    ['authorize', authorizeFollowRequest],
    ['reject', rejectFollowRequest],
  ] as const) {
    // https://docs.joinmastodon.org/methods/follow_requests/#accept
    server.post(
      `/api/v1/follow_requests/:account_id/${name}`,
      { config: { scope: 'write:follows' }, schema: { params: RequestParams } },
      async (request) => {
        const viewer = viewerOf(request)
        const accountId = request.params.account_id
        await app.transact((tx) => answer(tx, { accountId, targetId: viewer.id }))
        return renderRelationship(app.db, viewer.id, accountId, app.clock())
      },
    )
  }
}

async function relationshipTo(app: App, viewer: Viewer, targetId: string): Promise<Relationship> {
  const found = await loadRelationships(app.db, viewer.id, [targetId], app.clock())
  return found.get(targetId)!
}

function choicesIn({ reblogs, notify, languages }: Static<typeof FollowBody>): FollowChoices {
  return {
    ...(reblogs === undefined ? {} : { show_reblogs: reblogs }),
    ...(notify === undefined ? {} : { notify }),
    ...(languages === undefined ? {} : { languages: readLanguages(languages) }),
  }
}

/** S-283: no languages means all languages. */
function readLanguages(texts: readonly string[]): string[] | null {
  const languages = texts.map(languageOrNull)
  const known = languages.filter((language) => language !== null)
  if (known.length < languages.length) throw new ValidationFailed('Languages is invalid')
  return known.length === 0 ? null : [...new Set(known)]
}
