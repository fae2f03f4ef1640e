import type { LRUCache } from 'lru-cache'
import { HOUR, MINUTE } from '../base/durations.ts'
import { createLruCache } from '../cache/lru-cache.ts'
import { createSingleFlightCache, type SingleFlightCache } from '../cache/single-flight-cache.ts'
import type { SharedCounts } from '../counters/shared-counts.ts'
import { type Budget, createBudget } from '../net/budget.ts'
import { createDomainBudget, type DomainBudget } from '../net/domain-budget.ts'
import { createDomainSlots, type DomainSlots } from '../net/domain-slots.ts'
import type { ActorDirectory, SigningKey } from './actor-directory.ts'
import type { InboxHandler, InboxHandlers } from './inbox.ts'
import { createInstanceKeys, type InstanceKeys } from './instance-keys.ts'
import { createOrderedQueues, type OrderedQueues } from './ordered-queues.ts'
import { createKeyBudgets, type KeyBudgets } from './signatures/key-budgets.ts'
import { createKeyCache, type KeyCache } from './signatures/key-cache.ts'

/** Federation state of a process: caches, budgets and queues, all of them bounded. */
export interface Federation {
  readonly actors: ActorDirectory
  /** handlers of each activity type, in call order */
  readonly handlers: ReadonlyMap<string, readonly InboxHandler[]>
  readonly keys: KeyCache
  /** for key fetches: anybody can cause one */
  readonly keyBudgets: KeyBudgets
  readonly instanceKeys: InstanceKeys
  /** prepared private keys of local accounts, by algorithm and account */
  readonly signingKeys: LRUCache<string, Promise<SigningKey>>
  /** for document fetches, by registrable domain (A35) */
  readonly fetches: DomainBudget
  /** for document fetches that verify a signature; fetches caused by others do not consume it (A68) */
  readonly keyFetches: DomainBudget
  /** for concurrent document fetches, so that a slow domain leaves room for others */
  readonly fetching: DomainSlots
  /** for accounts and statuses that imports look up, by registrable domain */
  readonly imports: DomainBudget
  /** for activities that relays forward, by the relay's registrable domain */
  readonly relayed: DomainBudget
  /** for pages behind links, by registrable domain */
  readonly cards: DomainBudget
  /** for consents that collections name, by the registrable domain of the collection's owner (A73) */
  readonly consents: DomainBudget
  /** for sending an approved reply once more, by status (A74) */
  readonly approvals: Budget
  /** for telling a server about the end of follows that it wrongly counts, by its registrable domain (A75) */
  readonly endedFollows: DomainBudget
  /** Activity Streams alternates of shared pages; null: none known */
  readonly alternates: SingleFlightCache<string | null>
  /** hosts that answered 429, and the end of their pause in ms since 1970 */
  readonly pauses: LRUCache<string, number>
  /** digest and actor of a stored activity, and when it was stored, in ms since 1970 */
  readonly stored: LRUCache<string, number>
  /** activities of one actor run in order */
  readonly actorQueues: OrderedQueues
  /** concurrent activities of one registrable domain: their fetches may be slow */
  readonly receiving: DomainSlots
}

declare module '../core/app.ts' {
  // Declared here because the types it refers to need `App`: so imports have no cycle.
  interface App {
    readonly federation: Federation
  }
}

/** per registrable domain and minute */
const FETCHES = 600
/** lookups by imports per registrable domain and minute; each may take several fetches */
const IMPORTS = 100
/** statuses that one relay brings per minute; further ones are not fetched */
const RELAYED = 600
/** concurrent document fetches per registrable domain */
const FETCHING = 8
/** concurrent activities per registrable domain */
const RECEIVING = 8
/** ms that an activity waits for earlier activities of its actor */
const PATIENCE = 1000
const MAX_PAUSES = 10_000
const MAX_STORED = 10_000

/** pages per registrable domain and minute */
const CARDS = 20

/** consent fetches per minute that collections of one registrable domain cause */
const CONSENTS = 60

/** times per hour that one reply is sent once more */
const APPROVALS = 1

/** ended follows per hour that one registrable domain is notified of */
const ENDED_FOLLOWS = 50

/** pages cached for a minute */
const ALTERNATES = 1_000

/** cached keys of local accounts */
const SIGNING_KEYS = 2_000

/**
 * @param clock ms since 1970
 * @param counts of all processes, or null if this is the only one
 */
export function createFederation(
  clock: () => number,
  counts: SharedCounts | null,
  actors: ActorDirectory,
  inboxHandlers: readonly InboxHandlers[],
): Federation {
  const shared = (name: string) => (counts === null ? null : { counts, name })
  const budget = (name: string, limit: number) =>
    createDomainBudget({ limit, windowMs: MINUTE, clock, shared: shared(name) })
  return {
    actors,
    handlers: byType(inboxHandlers),
    keys: createKeyCache(clock),
    keyBudgets: createKeyBudgets(clock, shared),
    instanceKeys: createInstanceKeys(),
    signingKeys: createLruCache(SIGNING_KEYS),
    fetches: budget('fetches', FETCHES),
    keyFetches: budget('key fetches', FETCHES),
    fetching: createDomainSlots({ ofDomain: FETCHING }),
    imports: budget('imports', IMPORTS),
    relayed: budget('relayed', RELAYED),
    cards: budget('cards', CARDS),
    consents: budget('consents', CONSENTS),
    approvals: createBudget({
      ...{ limit: APPROVALS, windowMs: HOUR, clock },
      shared: shared('approvals'),
    }),
    endedFollows: createDomainBudget({
      ...{ limit: ENDED_FOLLOWS, windowMs: HOUR, clock },
      shared: shared('ended follows'),
    }),
    alternates: createSingleFlightCache({ most: ALTERNATES, lifetime: () => MINUTE, clock }),
    pauses: createLruCache(MAX_PAUSES),
    stored: createLruCache(MAX_STORED),
    actorQueues: createOrderedQueues(PATIENCE),
    receiving: createDomainSlots({ ofDomain: RECEIVING }),
  }
}

function byType(all: readonly InboxHandlers[]): Map<string, InboxHandler[]> {
  const handlers = new Map<string, InboxHandler[]>()
  for (const [type, handler] of all.flatMap((some) => Object.entries(some))) {
    handlers.set(type, [...(handlers.get(type) ?? []), handler])
  }
  return handlers
}
