import type { FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, NotFound, Unauthorized } from '../base/errors.ts'
import type { App } from '../core/app.ts'
import type { NewJob } from '../core/tx.ts'
import type { Routes } from '../http/routes.ts'
import { sameOrigin } from '../net/origin.ts'
import type { ActorKey } from './actor-directory.ts'
import { type Document, documentOf, idOf, isOfType, typesOf } from './as2.ts'
import { RECEIVE, RECEIVE_SLOWLY, REFETCH_OBJECT } from './dispatch.ts'
import { senderOf } from './document-access.ts'
import { createActivityEnqueuer, type EnqueueActivity } from './enqueue-activity.ts'
import { REFETCH } from './inbox.ts'
import { createIntakeBudget, type IntakeBudget, sourceOf } from './intake-budget.ts'
import { ACTIVITY_TYPES } from './media-types.ts'
import { readJson } from './read-json.ts'
import type { Claim, SignedRequest } from './signatures/request.ts'
import { readSignatures, verifySignatures } from './signatures/verify.ts'

const MAX_BODY = 1 << 20
/** characters of a `Collection-Synchronization` header */
const MAX_SYNCHRONIZATION = 4096
/** characters of a digest that identifies repeated requests */
const MAX_DIGEST = 256
/** ms within which the same bytes are not stored again: servers send them to one inbox after the other */
const REPEATED = 60_000

/** Types that other actors forward; their objects are fetched at their origin. */
const PASSED_ON = ['Create', 'Update', 'Delete', 'Announce']
/** Types that need only the id of another actor's object. */
const NAMES_OBJECT = ['Announce', 'Create', 'EmojiReact', 'Like', 'Update']
/** Types that reach many inboxes and mean the same each time; an `Update` may restore an earlier version. */
const SAID_ONCE = ['Create', 'Delete', 'Announce']

/**
 * The inboxes. A request is answered once its activity is stored; a job handles it.
 *
 * @see https://www.w3.org/TR/activitypub/#inbox
 */
export const routes: Routes = (server, app) => {
  const enqueueActivity = createActivityEnqueuer(app)
  const budget = createIntakeBudget(app)
  server.register(async (inboxes) => {
    inboxes.removeAllContentTypeParsers()
    inboxes.addContentTypeParser(ACTIVITY_TYPES, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const config = { maxBody: MAX_BODY }
    const receive = async (request: FastifyRequest, reply: FastifyReply, username?: string) => {
      await accept(app, { enqueueActivity, budget }, request, username)
      return reply.code(202).send()
    }
    for (const url of ['/inbox', '/actor/inbox']) {
      inboxes.post(url, { config }, (request, reply) => receive(request, reply))
    }
    inboxes.post<{ Params: { username: string } }>(
      '/users/:username/inbox',
      { config },
      (request, reply) => receive(request, reply, request.params.username),
    )
  })
}

/**
 * Checks a request, the cheapest checks first, and stores its activity.
 *
 * @throws BadRequest, Unauthorized, Forbidden, Unprocessable, Unreachable: nothing is stored then
 */
async function accept(
  app: App,
  { enqueueActivity, budget }: { enqueueActivity: EnqueueActivity; budget: IntakeBudget },
  request: FastifyRequest,
  username: string | undefined,
): Promise<void> {
  const signed = signedRequest(request)
  const claims = readSignatures(app, signed)
  const activity = readJson(signed.body)
  const actor = idOf(activity?.actor)
  if (activity === null || actor === null) throw new BadRequest('The activity has no actor')
  if (await isOfNobody(app, activity, actor, claims)) return
  const key = await verifySignatures(app, claims, senderOf(request))
  if (username !== undefined && !(await app.federation.actors.hasInbox(app, username))) {
    throw new NotFound()
  }
  const isOwn = key.owner.uri === actor
  const job = isOwn ? jobFor(app, activity, request, key) : forwarded(app, activity, key)
  if (job === null) return
  const { stored } = app.federation
  const name = isOwn ? nameOf(activity, actor, request) : null
  if (name !== null && app.clock() - (stored.get(name) ?? 0) < REPEATED) return
  const source = sourceOf(key.owner.uri, Buffer.byteLength(JSON.stringify(job.payload)))
  await budget.admit(source)
  const kind = isOwn && budget.isSlow(source.domain) ? RECEIVE_SLOWLY : job.kind
  await enqueueActivity({ ...job, kind, source }, signed.body.length)
  if (name !== null) stored.set(name, app.clock())
}

/**
 * The key that identifies repeats of the same bytes by the same actor. The signature need not cover this
 * digest, so the key includes the actor.
 *
 * @returns null for types that are stored every time
 */
function nameOf(activity: Document, actor: string, { headers }: FastifyRequest): string | null {
  if (!isOfType(activity, SAID_ONCE)) return null
  const digest = headers.digest ?? headers['content-digest']
  return typeof digest === 'string' && digest.length <= MAX_DIGEST ? `${digest} ${actor}` : null
}

function signedRequest({ raw, headers, body }: FastifyRequest): SignedRequest & { body: Buffer } {
  if (!Buffer.isBuffer(body)) throw new BadRequest('The request has no body')
  return { method: raw.method ?? '', target: raw.url ?? '', headers, body }
}

/**
 * Whether an unknown actor announces its own deletion. Servers send it to everybody, and verifying it would
 * need the key of the deleted actor (A08).
 */
async function isOfNobody(
  app: App,
  activity: Document,
  actor: string,
  claims: readonly Claim[],
): Promise<boolean> {
  if (!isOfType(activity, ['Delete']) || idOf(activity.object) !== actor) return false
  const { keys, actors } = app.federation
  if (claims.some(({ keyUri }) => typeof keys.get(keyUri) === 'object')) return false
  return (await actors.findActor(app, actor)) === null
}

/**
 * The part of an activity that is stored until it is handled. An object on another origin is refetched there,
 * so its id is enough; contexts and signatures in documents are not trusted.
 */
function neededOf(activity: Document, owner: string): Document {
  const { '@context': _context, signature: _signature, ...needed } = activity
  const object = documentOf(needed.object)
  const id = idOf(object?.id)
  const isNamed = isOfType(activity, NAMES_OBJECT) && object !== null && !isActivity(object)
  return isNamed && id !== null && !sameOrigin(id, owner) ? { ...needed, object: id } : needed
}

/** Whether a document itself has an object, as activities forwarded by groups do. */
function isActivity(document: Document): boolean {
  return document.object !== undefined
}

/** @returns null for an activity that concerns nobody here (A19) */
function jobFor(
  app: App,
  activity: Document,
  { headers }: FastifyRequest,
  { owner }: ActorKey,
): NewJob | null {
  const id = idOf(activity.id)
  if (id !== null && !sameOrigin(id, owner.uri)) {
    throw new Unauthorized('The activity is not on the server of its actor')
  }
  if (!typesOf(activity).some((type) => app.federation.handlers.has(type))) return null
  const synchronization = headers['collection-synchronization']
  const isShort =
    typeof synchronization === 'string' && synchronization.length <= MAX_SYNCHRONIZATION
  return {
    kind: RECEIVE,
    payload: {
      actor: owner.uri,
      activity: neededOf(activity, owner.uri),
      ...(isShort ? { synchronization } : {}),
    },
  }
}

/**
 * The job for an activity that a server forwards with a linked-data signature of its author. The signature
 * gives no authority here (A05); the job only refetches the object.
 *
 * @throws Unauthorized without such a signature (A01)
 */
function forwarded(app: App, activity: Document, { owner }: ActorKey): NewJob | null {
  if (documentOf(activity.signature) === null) {
    throw new Unauthorized('The activity is not signed by its actor')
  }
  const object = idOf(activity.object)
  const type = typesOf(activity).find((one) => PASSED_ON.includes(one))
  if (object === null || type === undefined || !app.federation.handlers.has(REFETCH)) return null
  const payload = { actor: owner.uri, object, type }
  return { kind: REFETCH_OBJECT, payload, uniqueKey: object }
}
