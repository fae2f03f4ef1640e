import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import { sendEmpty } from '../http/empty-reply.ts'
import type { Routes, Server } from '../http/routes.ts'
import { Type } from '../http/schema.ts'
import { toJson } from '../json.ts'
import { languages } from '../text/languages.ts'
import { createActivity } from './activity.ts'
import { createDocuments } from './documents.ts'
import { renderDomainBlocks } from './domain-block-list.ts'
import { checkDatabase } from './health.ts'
import type { InstanceParts } from './parts.ts'
import { createPeers } from './peers.ts'
import { rules } from './rules.ts'
import { settings } from './settings.ts'
import {
  currentTerms,
  presentExtendedDescription,
  presentPrivacyPolicy,
  termsOfDay,
} from './texts.ts'
import { addWellKnown } from './well-known.ts'

const DOCUMENT = { scope: 'public', cache: 'document' } as const
/** 14 November 2022 (S-017) */
const V1_DEPRECATED = 1_668_384_000

/** Makes the slice's routes; compose gives what they show of later slices. */
export function createRoutes(parts: InstanceParts): Routes {
  return (server, app) => {
    const documents = createDocuments(app, parts)
    addWellKnown(server, app, documents)
    // https://docs.joinmastodon.org/methods/instance/
    server.get('/api/v2/instance', { config: DOCUMENT }, () => documents.instance())
    const deprecated = { ...DOCUMENT, deprecatedSince: V1_DEPRECATED }
    server.get('/api/v1/instance', { config: deprecated }, () => documents.instanceV1())
    addLists(server, app)
    addTexts(server, app)
    addDonations(server)
    addStatistics(server, app)
    server.get('/health', async (_, reply) => {
      await checkDatabase(app.db)
      return reply.type('text/plain; charset=utf-8').send('OK')
    })
  }
}

function addLists(server: Server, app: App): void {
  server.get('/api/v1/instance/rules', { config: DOCUMENT }, async () =>
    toJson(await app.cached.get(rules)),
  )
  const known = toJson(languages)
  server.get('/api/v1/instance/languages', { config: DOCUMENT }, async () => known)
  server.get(
    '/api/v1/instance/domain_blocks',
    { config: { scope: 'public', cache: 'page' } },
    async (request, reply) => {
      const blocks = await renderDomainBlocks(app, request.auth?.user != null)
      return blocks ?? sendEmpty(reply, 404)
    },
  )
}

function addTexts(server: Server, app: App): void {
  server.get('/api/v1/instance/privacy_policy', { config: DOCUMENT }, async () =>
    toJson(presentPrivacyPolicy(app.config, await app.cached.get(settings))),
  )
  server.get('/api/v1/instance/extended_description', { config: DOCUMENT }, async () =>
    toJson(presentExtendedDescription(await app.cached.get(settings))),
  )
  server.get('/api/v1/instance/terms_of_service', { config: DOCUMENT }, async () =>
    toJson(foundTerms(await currentTerms(app))),
  )
  server.get(
    '/api/v1/instance/terms_of_service/:date',
    { config: DOCUMENT, schema: { params: Type.Object({ date: Type.String() }) } },
    async (request) => toJson(foundTerms(await termsOfDay(app, request.params.date))),
  )
}

/** Clients that can show one ask for it; there are none here. */
function addDonations(server: Server): void {
  server.get('/api/v1/donation_campaigns', { config: { scope: 'any' } }, async (_, reply) =>
    sendEmpty(reply, 204),
  )
}

/** @throws NotFound */
function foundTerms<T>(terms: T | null): T {
  if (terms === null) throw new NotFound()
  return terms
}

/** What an operator can switch off: then there is nothing here (S-035, S-427). */
function addStatistics(server: Server, app: App): void {
  const activity = createActivity(app)
  const peers = createPeers(app)
  const shown = async (name: 'peers_shown' | 'activity_shown') =>
    !app.config.limitedFederationMode && (await app.cached.get(settings))[name]
  server.get('/api/v1/instance/activity', { config: DOCUMENT }, async (_, reply) =>
    (await shown('activity_shown')) ? activity.get() : sendEmpty(reply, 404),
  )
  server.get('/api/v1/instance/peers', { config: DOCUMENT }, async (_, reply) =>
    (await shown('peers_shown')) ? toJson(await peers.all()) : sendEmpty(reply, 404),
  )
  server.get(
    '/api/v1/peers/search',
    { config: DOCUMENT, schema: { querystring: Type.Object({ q: Type.Optional(Type.String()) }) } },
    async (request, reply) => {
      if (!(await shown('peers_shown'))) return sendEmpty(reply, 404)
      return toJson(await peers.search(request.query.q ?? ''))
    },
  )
}
