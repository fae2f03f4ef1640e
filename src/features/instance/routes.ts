import { NotFound } from '../../kernel/base/errors.ts'
import { toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { sendEmpty } from '../../kernel/http/empty-reply.ts'
import type { Routes, Server } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { wordsFor } from '../../kernel/text/catalogues.ts'
import { languages } from '../../kernel/text/languages.ts'
import { createActivity } from './activity.ts'
import { createDocuments } from './documents.ts'
import { renderDomainBlocks } from './domain-block-list.ts'
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

/** Creates the feature's routes; `compose` provides parts of later features. */
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
  server.get('/api/v1/instance/privacy_policy', { config: DOCUMENT }, async () => {
    const known = await app.cached.get(settings)
    return toJson(presentPrivacyPolicy(app.config, known, wordsFor(...known.languages)))
  })
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

/** Clients request a donation campaign; this server has none. */
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

/** Statistics that an operator can disable: then the routes answer 404 (S-035, S-427). */
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
