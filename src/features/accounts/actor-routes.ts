import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Document } from '../../kernel/activitypub/as2.ts'
import { checkDocumentAccess, needsSignature } from '../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../kernel/activitypub/reply.ts'
import { isSigned } from '../../kernel/activitypub/signatures/verify.ts'
import { NotFound } from '../../kernel/base/errors.ts'
import { accountUri } from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { Id } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { loadActor, loadActorStub } from './actor-document.ts'

const ByName = Type.Object({ username: Type.String() })
const ById = Type.Object({ id: Id })

const namedBy = prepared((db, p: { name: string }) =>
  db
    .selectFrom('account')
    .where('username_lower', '=', p.name)
    .where('domain', 'is', null)
    .select(['id', 'uri', 'activated_at', 'deleted_at']),
)

const nameOf = prepared((db, p: { id: string }) =>
  db
    .selectFrom('account')
    .where('id', '=', p.id)
    .where('domain', 'is', null)
    .where('activated_at', 'is not', null)
    .select('username'),
)

/** Actor documents of local accounts. */
export const actorRoutes: Routes = (server, app) => {
  for (const address of ['/users/:username', '/@:username']) {
    server.get(
      address,
      { constraints: { as2: 'yes' }, schema: { params: ByName } },
      (request, reply) => showActor(app, request, reply, request.params.username),
    )
  }

  // the form of ids in newer Mastodon servers; our own ids permanently contain the username
  for (const address of ['/ap/users/:id', '/ap/users/:id/*']) {
    server.get(address, { schema: { params: ById } }, async (request, reply) => {
      const [account] = await nameOf(app.db, { id: request.params.id })
      if (account === undefined) throw new NotFound()
      const rest = request.url.replace(/^\/ap\/users\/[^/?]*/, '')
      return reply.redirect(`${accountUri(app.config, account.username)}${rest}`, 301)
    })
  }
}

async function showActor(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  username: string,
): Promise<FastifyReply> {
  const keysOnly = needsSignature(app) && !isSigned(request)
  if (keysOnly) request.onlyForSigned = true
  else await checkDocumentAccess(app, request)
  const [account] = await namedBy(app.db, { name: username.toLowerCase() })
  if (account === undefined || account.activated_at === null) throw new NotFound()
  if (account.deleted_at !== null) return sendDocument(reply, tombstone(account), { status: 410 })
  const actor = await (keysOnly ? loadActorStub : loadActor)(app, account.id)
  if (actor === null) throw new NotFound()
  return sendDocument(reply, actor)
}

function tombstone({ uri }: { uri: string }): Document {
  return { id: uri, type: 'Tombstone' }
}
