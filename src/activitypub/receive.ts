import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { BadRequest, NotFound, Unauthorized } from '../errors.ts'
import type { Routes } from '../http/routes.ts'
import { sameOrigin } from '../net/origin.ts'
import type { NewJob } from '../transact.ts'
import type { ActorKey } from './actors.ts'
import { type Document, documentOf, idOf, isOfType, typesOf } from './as2.ts'
import { RECEIVE, RECEIVE_SLOWLY } from './dispatch.ts'
import { senderOf } from './gate.ts'
import { REFETCH } from './inbox.ts'
import { createIntake, type Intake } from './intake.ts'
import { createIntakeBudget, type IntakeBudget, sourceOf } from './intake-budget.ts'
import { ACTIVITY_TYPES } from './media-types.ts'
import { readJson } from './read-json.ts'
import type { Claim, SignedRequest } from './signatures/request.ts'
import { readSignatures, verifySignatures } from './signatures/verify.ts'

const MAX_BODY = 1 << 20
/** characters of a header that tells of followers */
const MAX_SYNCHRONIZATION = 4096
/** characters of a digest by which repeated requests are told */
const MAX_DIGEST = 256
/** ms in which the same bytes, once stored, need not be stored again: servers send them to one inbox after the other */
const REPEATED = 60_000

/** What is passed on by others than its author, and looked up at its origin then. */
const PASSED_ON = ['Create', 'Update', 'Delete', 'Announce']
/** Activity types that need only the id of an object of somebody else. */
const NAMES_OBJECT = ['Announce', 'Create', 'EmojiReact', 'Like', 'Update']
/** What goes to many inboxes and says the same however often it comes; an `Update` may go back to what was before. */
const SAID_ONCE = ['Create', 'Delete', 'Announce']

/**
 * Where other servers leave what they have to say. It is answered once it is stored; what comes of
 * it is a job's matter.
 *
 * @see https://www.w3.org/TR/activitypub/#inbox
 */
export const routes: Routes = (server, app) => {
  const intake = createIntake(app)
  const budget = createIntakeBudget(app)
  server.register(async (inboxes) => {
    inboxes.removeAllContentTypeParsers()
    inboxes.addContentTypeParser(ACTIVITY_TYPES, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const config = { maxBody: MAX_BODY }
    const receive = async (request: FastifyRequest, reply: FastifyReply, username?: string) => {
      await accept(app, { intake, budget }, request, username)
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
 * Checks a request in the order of rising cost and stores what it brings.
 *
 * @throws BadRequest, Unauthorized, Forbidden, Unprocessable, Unreachable: then nothing was stored
 */
async function accept(
  app: App,
  { intake, budget }: { intake: Intake; budget: IntakeBudget },
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
  await intake({ ...job, kind, source }, signed.body.length)
  if (name !== null) stored.set(name, app.clock())
}

/**
 * What the same bytes of the same actor have in common: the signature need not cover this digest, so it says
 * nothing about what others send.
 *
 * @returns null for what is stored as often as it comes
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
 * Whether an actor that was never seen here says that it is gone: servers tell everybody, and to
 * check it the key of somebody who is gone would be needed (A08).
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
 * The part of an activity that is stored until it is handled. An object from elsewhere counts only as it is found there,
 * so its id is enough; contexts and signatures in documents are not believed.
 */
function neededOf(activity: Document, owner: string): Document {
  const { '@context': _context, signature: _signature, ...needed } = activity
  const object = documentOf(needed.object)
  const id = idOf(object?.id)
  const isNamed = isOfType(activity, NAMES_OBJECT) && object !== null && !isActivity(object)
  return isNamed && id !== null && !sameOrigin(id, owner) ? { ...needed, object: id } : needed
}

/** Whether a document has an object itself, as what groups pass on does. */
function isActivity(document: Document): boolean {
  return document.object !== undefined
}

/** @returns null for what nobody here cares about (A19) */
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
  const told = typeof synchronization === 'string' && synchronization.length <= MAX_SYNCHRONIZATION
  return {
    kind: RECEIVE,
    payload: {
      actor: owner.uri,
      activity: neededOf(activity, owner.uri),
      ...(told ? { synchronization } : {}),
    },
  }
}

/**
 * What servers pass on of others, with a linked-data signature of its author. That gives it no
 * authority here (A05): at best it tells where to look.
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
  return { kind: 'federation.refetch', payload, uniqueKey: object }
}
