import { type JsonText, jsonList, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { viewerIdOf, viewerOf } from '../../../kernel/http/auth.ts'
import { Id, IdParams } from '../../../kernel/http/params.ts'
import { spend } from '../../../kernel/http/rate-limits/limiter.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { accountStays } from '../../accounts/predicates.ts'
import { loadAccounts } from '../../accounts/serializer.ts'
import { getOriginalId, getVisibleOriginal } from '../queries.ts'
import { renderStatus } from '../read/serializer.ts'
import { readReaction, unicodeEmoji } from './emoji.ts'
import { reactTo, unreactTo } from './react.ts'
import { loadReactions } from './serializer.ts'

const path = '/api/v1/pleroma/statuses/:id/reactions'
const EmojiParams = Type.Object({ id: Id, emoji: Type.String() })
/** maximum of accounts listed with each emoji */
const MOST_NAMED = 40

/** Emoji reactions in the API of Pleroma and its clients. */
export const routes: Routes = (server, app) => {
  server.put(
    `${path}/:emoji`,
    { config: { scope: 'write:favourites' }, schema: { params: EmojiParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const { id: statusId, emoji: text } = request.params
      await spend(request, 'statuses')
      const emoji = await readReaction(app.db, text)
      const input = { accountId: viewer.id, statusId, emoji }
      return renderStatus(app, viewer, await app.transact((tx) => reactTo(tx, input)))
    },
  )
  server.delete(
    `${path}/:emoji`,
    { config: { scope: 'write:favourites' }, schema: { params: EmojiParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const statusId = await getOriginalId(app.db, request.params.id)
      const name = nameOf(request.params.emoji)
      await app.transact((tx) => unreactTo(tx, { accountId: viewer.id, statusId, name }))
      return renderStatus(app, viewer, statusId)
    },
  )
  const reading = { scope: 'read:statuses', anonymous: true, cache: 'page' } as const
  server.get(path, { config: reading, schema: { params: IdParams } }, async (request) =>
    listReactions(app, viewerIdOf(request), request.params.id, null),
  )
  server.get(
    `${path}/:emoji`,
    { config: reading, schema: { params: EmojiParams } },
    async (request) => {
      const { id, emoji } = request.params
      return listReactions(app, viewerIdOf(request), id, nameOf(emoji))
    },
  )
}

/** Also for a custom emoji that was removed here since. */
function nameOf(text: string): string {
  return unicodeEmoji(text) ?? text.replace(/^:|:$/g, '')
}

/** Reactions, each with the accounts that reacted first. */
async function listReactions(
  app: App,
  viewerId: string | null,
  id: string,
  only: string | null,
): Promise<JsonText> {
  const status = await getVisibleOriginal(app.db, viewerId, id)
  const all = (await loadReactions(app, viewerId, [status.id])).get(status.id) ?? []
  const shown = only === null ? all : all.filter(({ name }) => name === only)
  const texts: JsonText[] = []
  for (const reaction of shown) {
    const rows = await app.db
      .selectFrom('reaction')
      .innerJoin('account', 'account.id', 'reaction.account_id')
      .where('reaction.status_id', '=', status.id)
      .where('reaction.name', '=', reaction.name)
      .where(accountStays())
      .select('reaction.account_id')
      .orderBy('reaction.id')
      .limit(MOST_NAMED)
      .execute()
    const ids = rows.map((row) => row.account_id)
    const accounts = await loadAccounts(app, ids)
    const list = jsonList(ids.map((one) => accounts.get(one)).filter((one) => one !== undefined))
    texts.push(`${toJson(reaction).slice(0, -1)},"accounts":${list}}` as JsonText)
  }
  return jsonList(texts)
}
