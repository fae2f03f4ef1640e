import { Unprocessable } from '../../kernel/base/errors.ts'
import { extendJson, type JsonText, jsonList } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerIdOf, viewerOf } from '../../kernel/http/auth.ts'
import { localeOf } from '../../kernel/http/locale.ts'
import { IdList, IdParams } from '../../kernel/http/params.ts'
import { spend } from '../../kernel/http/rate-limits/limiter.ts'
import type { Routes, Viewer } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { languageOrNull } from '../../kernel/text/language.ts'
import { getUserSettings } from '../accounts/user-settings.ts'
import { isHeld } from '../automod/held.ts'
import { transactByRules } from '../automod/matches.ts'
import { announceRefresh } from './federation/refresh-routes.ts'
import { refreshThread } from './federation/refreshes.ts'
import { resolveMentioned } from './federation/resolve-mentions.ts'
import { getOwnStatus, getVisibleOriginal, type StatusRow } from './queries.ts'
import { changePolicy } from './quotes/policy.ts'
import { renderContext } from './read/context.ts'
import { renderHistory } from './read/history.ts'
import { renderNewStatus } from './read/new-status.ts'
import { loadStatuses, renderStatus } from './read/serializer.ts'
import { readScheduledAt } from './scheduled/params.ts'
import { schedule } from './scheduled/routes.ts'
import { screeningHere } from './screening/screening.ts'
import { createStatus } from './write/create.ts'
import { editStatus } from './write/edit.ts'
import {
  CreateBody,
  EditBody,
  newStatusOf,
  readMediaChanges,
  readPoll,
  readQuotePolicy,
} from './write/input.ts'
import { deleteStatus } from './write/remove.ts'
import { showingUnexpected } from './write/unexpected-mentions.ts'
import { refuseUnsupported } from './write/unsupported.ts'

const MOST_AT_ONCE = 20
const DeleteBody = Type.Object({ delete_media: Type.Optional(Type.Boolean()) })
const ManyQuery = Type.Object({ id: Type.Optional(IdList) })

export const routes: Routes = (server, app) => {
  server.post(
    '/api/v1/statuses',
    { config: { scope: 'write:statuses', limits: ['statuses'] }, schema: { body: CreateBody } },
    async (request) => {
      const viewer = viewerOf(request)
      await spend(request, 'statuses')
      const given = request.body
      const key = request.headers['idempotency-key']
      const status = newStatusOf(given, {
        author: viewer,
        settings: await getUserSettings(app.db, viewer.id),
        locale: localeOf(request),
        applicationId: request.auth?.applicationId ?? null,
        idempotencyKey: typeof key === 'string' && key !== '' ? key : null,
        screening: await screeningHere(app, given.media_ids ?? []),
      })
      const at = readScheduledAt(given.scheduled_at, app.clock())
      return showingUnexpected(app, async () => {
        // mentioned remote accounts are then known, if their servers answer
        if (at === null || status.allowedMentions !== null) await resolveMentioned(app, status.text)
        if (at !== null) return schedule(app, request, { status, given, at })
        const id = await transactByRules(app, (tx) => createStatus(tx, status))
        return renderMade(app, viewer, id)
      })
    },
  )

  // https://docs.joinmastodon.org/methods/statuses/#index
  server.get(
    '/api/v1/statuses',
    {
      config: { scope: 'read:statuses', anonymous: true, cache: 'page' },
      schema: { querystring: ManyQuery },
    },
    async (request) => {
      const ids = [...new Set(request.query.id)]
      if (ids.length > MOST_AT_ONCE) {
        throw new Unprocessable(`At most ${MOST_AT_ONCE} posts can be asked for at once`)
      }
      const found = await loadStatuses(app, request.auth?.user ?? null, ids)
      return jsonList(ids.map((id) => found.get(id)).filter((text) => text !== undefined))
    },
  )

  server.get(
    '/api/v1/statuses/:id',
    {
      config: { scope: 'read:statuses', anonymous: true, cache: 'page' },
      schema: { params: IdParams },
    },
    async (request) => renderStatus(app, request.auth?.user ?? null, request.params.id),
  )

  // https://docs.joinmastodon.org/methods/statuses/#edit
  server.put(
    '/api/v1/statuses/:id',
    {
      config: { scope: 'write:statuses', limits: ['statuses'] },
      schema: { params: IdParams, body: EditBody },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const { id: statusId } = request.params
      const given = request.body
      await getOwnStatus(app.db, viewer.id, statusId)
      refuseUnsupported(given)
      await spend(request, 'statuses')
      await using unused = new AsyncDisposableStack()
      const edit = {
        accountId: viewer.id,
        statusId,
        text: given.status ?? '',
        spoilerText: given.spoiler_text ?? '',
        sensitive: given.sensitive ?? false,
        language: languageOrNull(given.language) ?? undefined,
        mediaIds: given.media_ids ?? [],
        mediaDetails: await readMediaChanges(app, viewer.id, given, unused),
        poll: readPoll(given.poll),
        screening: await screeningHere(app, given.media_ids ?? []),
      }
      await resolveMentioned(app, edit.text)
      const asked = given.quote_approval_policy
      const policy = asked ? readQuotePolicy(asked) : null
      await transactByRules(app, async (tx) => {
        await editStatus(tx, edit)
        if (policy !== null) await changePolicy(tx, { accountId: viewer.id, statusId, policy })
      })
      unused.move()
      return renderStatus(app, viewer, statusId)
    },
  )

  server.delete(
    '/api/v1/statuses/:id',
    {
      config: { scope: 'write:statuses', limits: ['delete'] },
      schema: { params: IdParams, body: DeleteBody },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const { id: statusId } = request.params
      const status = await getOwnStatus(app.db, viewer.id, statusId)
      const shown = withText(await renderStatus(app, viewer, statusId), status)
      const deleteMedia = request.body.delete_media ?? false
      await app.transact((tx) => deleteStatus(tx, { accountId: viewer.id, statusId, deleteMedia }))
      return shown
    },
  )

  server.get(
    '/api/v1/statuses/:id/context',
    {
      config: { scope: 'read:statuses', anonymous: true, cache: 'page' },
      schema: { params: IdParams },
    },
    async (request, reply) => {
      const viewer = request.auth?.user ?? null
      const status = await getVisibleOriginal(app.db, viewer?.id ?? null, request.params.id)
      const refresh = viewer === null ? null : await refreshThread(app, status)
      if (refresh !== null) announceRefresh(reply, refresh)
      return renderContext(app, viewer, status, () => spend(request, 'long_threads'))
    },
  )

  server.get(
    '/api/v1/statuses/:id/history',
    {
      config: { scope: 'read:statuses', anonymous: true, cache: 'page' },
      schema: { params: IdParams },
    },
    async (request) => {
      const status = await getVisibleOriginal(app.db, viewerIdOf(request), request.params.id)
      return jsonList(await renderHistory(app, status))
    },
  )

  server.get(
    '/api/v1/statuses/:id/source',
    { config: { scope: 'read:statuses', appToken: true }, schema: { params: IdParams } },
    async (request) => {
      const viewerId = viewerIdOf(request)
      const status = await getVisibleOriginal(app.db, viewerId, request.params.id)
      const { id, text, spoiler_text } = status
      return { id, text, spoiler_text }
    },
  )
}

/** A new status; the entity says so if it waits for the staff. */
async function renderMade(app: App, viewer: Viewer, id: string): Promise<JsonText> {
  const shown = await renderNewStatus(app, viewer, id)
  const { rules } = await screeningHere(app, [])
  if (rules.for('statuses', 'local') === null || !(await isHeld(app.db, id))) return shown
  return extendJson(shown, { held: true })
}

/** The deleted status with its source text in place of its HTML, for delete and redraft (S-150). */
function withText(shown: JsonText, status: StatusRow): JsonText {
  const { content: _, ...entity } = JSON.parse(shown) as Record<string, unknown>
  return extendJson(JSON.stringify(entity) as JsonText, { text: status.text })
}
