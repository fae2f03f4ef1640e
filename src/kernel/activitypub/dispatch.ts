import { HOUR } from '../base/durations.ts'
import { DomainError } from '../base/errors.ts'
import { parseUrl } from '../base/parse-url.ts'
import type { App } from '../core/app.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { deleteParkedBeyond, forgetSendersOfParked, type Kept } from '../jobs/parked.ts'
import { countedDomain } from '../net/registrable-domain.ts'
import type { KnownActor } from './actor-directory.ts'
import { type Document, idOf, typesOf } from './as2.ts'
import { closeCircuit } from './delivery/circuit.ts'
import { type Activity, REFETCH, type RemoteActor } from './inbox.ts'
import { sourceOf } from './intake-budget.ts'

interface Received {
  /** id of the sender, verified when the activity was received */
  actor: string
  activity: Document
  /** the header `Collection-Synchronization` (FEP-8fcf) */
  synchronization?: string
}

interface Forwarded {
  /** id of the actor that forwarded it */
  actor: string
  /** id of the object */
  object: string
  type: string
}

/** ms until a postponed activity is handled, after its actor's or domain's queue was full */
const LATER = 2000
/** ms that an activity waits for a free slot of its domain */
const LONGEST_WAIT = 1000
/** tries to fetch what an activity needs, over six hours */
const MOST_TRIES = 12

/** Types accepted even from a suspended actor: they undo something or update the actor. */
const WHILE_SUSPENDED = ['Delete', 'Reject', 'Undo', 'Update']

/** Types whose id is needed for a reply or stored. */
const NEED_ID = ['Announce', 'FeatureRequest', 'Follow', 'QuoteRequest']

export const RECEIVE = 'federation.receive'
/** for domains with many waiting activities, so that they do not delay other domains (A61) */
export const RECEIVE_SLOWLY = 'federation.receive_slowly'
export const REFETCH_OBJECT = 'federation.refetch'
/** Parked activities that stay for the operator: strangers send as many as they like (A142). */
const PARKED: Kept = {
  kinds: [RECEIVE, RECEIVE_SLOWLY, REFETCH_OBJECT],
  rows: 1_000,
  bytes: 64 << 20,
  owner: { key: 'actor', of: (uri) => countedDomain(parseUrl(uri)?.hostname ?? '') },
}

export const jobs: JobHandlers = {
  [RECEIVE]: { concurrency: 32, maxAttempts: MOST_TRIES, run: receive },
  [RECEIVE_SLOWLY]: { concurrency: 16, maxAttempts: MOST_TRIES, run: receive },
  [REFETCH_OBJECT]: {
    concurrency: 4,
    maxAttempts: MOST_TRIES,
    run: (app, payload, attempt) =>
      dropHopeless(app, attempt, () => refetch(app, payload as unknown as Forwarded)),
  },
  'federation.drop_parked': { every: HOUR, run: dropParked },
}

async function dropParked(app: App): Promise<void> {
  const dropped = await deleteParkedBeyond(app, PARKED)
  if (dropped > 0)
    app.log.warn({ dropped }, 'activities that this server failed to handle were dropped')
  await forgetSendersOfParked(app)
}

async function receive(app: App, payload: Record<string, unknown>, attempt: number): Promise<void> {
  const received = payload as unknown as Received
  const { actorQueues, receiving } = app.federation
  const { hostname } = new URL(received.actor)
  let isFull = false
  const inTurn = await actorQueues.run(received.actor, async () => {
    const work = () => dropHopeless(app, attempt, () => dispatch(app, received))
    isFull = (await receiving.run(hostname, LONGEST_WAIT, work)) === null
  })
  if (inTurn && !isFull) return
  const source = sourceOf(received.actor, Buffer.byteLength(JSON.stringify(payload)))
  const kind = isFull ? RECEIVE_SLOWLY : RECEIVE
  const runAt = app.clock() + LATER
  await app.transact(async (tx) => tx.enqueue({ kind, payload, runAt, source }))
}

/** Ends a job without an error if its activity is not allowed, or still cannot be fetched at the last try. */
async function dropHopeless(app: App, attempt: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isLast = attempt >= MOST_TRIES
    if (!(error instanceof DomainError) || (error.statusCode >= 500 && !isLast)) throw error
    app.log.debug({ err: error }, 'an activity was dropped')
  }
}

async function dispatch(app: App, { actor: uri, activity, synchronization }: Received) {
  const actor = await senderOf(app, uri)
  if (actor === null) return
  await closeCircuit(app, new URL(uri).host)
  const read = readActivity(app, activity, actor)
  const heard = read !== null && (!actor.suspended || WHILE_SUSPENDED.includes(read.type))
  if (heard) await handle(app, read, actor)
  if (synchronization === undefined) return
  await app.federation.actors.synchronizeFollowers(app, actor, synchronization)
}

async function refetch(app: App, { actor: uri, object, type }: Forwarded): Promise<void> {
  const actor = await senderOf(app, uri)
  if (actor === null || actor.suspended) return
  const document = { type: REFETCH, object, about: type }
  const activity = { id: null, type: REFETCH, actor: actor.uri, object, target: null, document }
  await handle(app, activity, actor)
}

/** @returns null for a deleted actor, or a domain that was suspended meanwhile */
async function senderOf(app: App, uri: string): Promise<KnownActor | null> {
  const { actors } = app.federation
  const actor = await actors.findActor(app, uri)
  if (actor === null) return null
  const domains = [new URL(uri).host, actor.domain]
  const open = await Promise.all(domains.map((domain) => actors.federatesWith(app, domain)))
  return open.includes(false) ? null : actor
}

/** @returns null if no handler takes its type, or it lacks a required id */
function readActivity(app: App, document: Document, actor: RemoteActor): Activity | null {
  const type = typesOf(document).find((one) => app.federation.handlers.has(one))
  const id = idOf(document.id)
  if (type === undefined || (id === null && NEED_ID.includes(type))) return null
  const { object = null, target = null } = document
  return { id, type, actor: actor.uri, object, target, document }
}

async function handle(app: App, activity: Activity, actor: RemoteActor): Promise<void> {
  for (const handler of app.federation.handlers.get(activity.type) ?? []) {
    if (await handler(app, { activity, actor })) return
  }
}
