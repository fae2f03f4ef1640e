import type { FastifyRequest } from 'fastify'
import { type JsonText, jsonList, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { localeOf } from '../../../kernel/http/locale.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { Demanded, IdParams, Pagination } from '../../../kernel/http/params.ts'
import { spend } from '../../../kernel/http/rate-limits/limiter.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { getUserSettings } from '../../accounts/user-settings.ts'
import { resolveMentioned } from '../federation/resolve-mentions.ts'
import { screeningHere } from '../screening/screening.ts'
import { CreateBody, newStatusOf } from '../write/input.ts'
import { showingUnexpected } from '../write/unexpected-mentions.ts'
import { paramsOf, readTime } from './params.ts'
import { getOwnThread, pageOfThreads } from './queries.ts'
import {
  type Planned,
  replaceThread,
  scheduleStatuses,
  type ToSchedule,
  unscheduleThread,
} from './schedule.ts'
import { presentThread, renderThreads } from './serializer.ts'

const PATH = '/api/rookery/v1/scheduled_threads'
const PAGE = 20
/** as many as a draft holds, and as a day has room for */
const MOST_POSTS = 25

const { scheduled_at: _time, ...written } = CreateBody.properties
/** A post after the first answers the one before, whatever it names. */
const ThreadBody = Type.Object({
  scheduled_at: Demanded(Type.String()),
  posts: Type.Array(Type.Object(written), { minItems: 1, maxItems: MOST_POSTS }),
})

/** Posts that are published at one time, each answering the one before (S-617). */
export const routes: Routes = (server, app) => {
  server.get(
    PATH,
    { config: { scope: 'read:statuses' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const firsts = await pageOfThreads(app.db, { accountId: viewerOf(request).id }, page)
      const ids = firsts.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderThreads(app, firsts))
    },
  )

  server.get(
    `${PATH}/:id`,
    { config: { scope: 'read:statuses' }, schema: { params: IdParams } },
    async (request) => renderOwn(app, viewerOf(request).id, request.params.id),
  )

  changeRoutes(server, app)
}

const changeRoutes: Routes = (server, app) => {
  server.post(
    PATH,
    { config: { scope: 'write:statuses', limits: ['statuses'] }, schema: { body: ThreadBody } },
    async (request) => {
      const key = request.headers['idempotency-key']
      const input = await planOf(app, request, request.body, keyOf(key))
      const made = await showingUnexpected(app, () =>
        app.transact((tx) => scheduleStatuses(tx, input)),
      )
      if ('scheduledId' in made) return renderOwn(app, viewerOf(request).id, made.scheduledId)
      // the answer was lost, and all of it was published since
      return presentThread({ id: made.statusId, scheduled_at: input.at }, [])
    },
  )

  server.put(
    `${PATH}/:id`,
    {
      config: { scope: 'write:statuses', limits: ['statuses'] },
      schema: { params: IdParams, body: ThreadBody },
    },
    async (request) => {
      const own = { accountId: viewerOf(request).id, id: request.params.id }
      await getOwnThread(app.db, own.accountId, own.id)
      const input = await planOf(app, request, request.body, null)
      const id = await showingUnexpected(app, () =>
        app.transact((tx) => replaceThread(tx, own, input)),
      )
      return renderOwn(app, own.accountId, id)
    },
  )

  server.delete(
    `${PATH}/:id`,
    { config: { scope: 'write:statuses' }, schema: { params: IdParams } },
    async (request) => {
      const own = { accountId: viewerOf(request).id, id: request.params.id }
      await app.transact((tx) => unscheduleThread(tx, own))
      return toJson({})
    },
  )
}

const keyOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null

/** @throws ValidationFailed if the time is none, and as `newStatusOf` */
async function planOf(
  app: App,
  request: FastifyRequest,
  given: Static<typeof ThreadBody>,
  idempotencyKey: string | null,
): Promise<ToSchedule> {
  const viewer = viewerOf(request)
  const at = readTime(given.scheduled_at.trim())
  const by = {
    author: viewer,
    settings: await getUserSettings(app.db, viewer.id),
    locale: localeOf(request),
    applicationId: request.auth?.applicationId ?? null,
    idempotencyKey,
  }
  const posts: Planned[] = []
  for (const [index, post] of given.posts.entries()) {
    await spend(request, 'statuses')
    const screening = await screeningHere(app, post.media_ids ?? [])
    const before = index === 0 ? post.in_reply_to_id : null
    const status = newStatusOf({ ...post, in_reply_to_id: before ?? null }, { ...by, screening })
    // unknown accounts would count as not mentioned (S-700)
    if (status.allowedMentions != null) await resolveMentioned(app, status.text)
    posts.push({ status, params: paramsOf(post, status) })
  }
  const [first, ...others] = posts
  return { posts: [first!, ...others], applicationId: by.applicationId, at }
}

async function renderOwn(app: App, accountId: string, id: string): Promise<JsonText> {
  const [text] = await renderThreads(app, [await getOwnThread(app.db, accountId, id)])
  return text!
}
