import type { LRUCache } from 'lru-cache'
import { createLatest } from '../latest.ts'
import { createDomainBudget, type DomainBudget } from '../net/domain-budget.ts'
import { createDomainSlots, type DomainSlots } from '../net/domain-slots.ts'
import { createOnDemand, type OnDemand } from '../on-demand.ts'
import type { ActorDirectory, SigningKey } from './actors.ts'
import type { InboxHandler, InboxHandlers } from './inbox.ts'
import { createInstanceKeys, type InstanceKeys } from './instance-keys.ts'
import { createLines, type Lines } from './lines.ts'
import { createKeyBudgets, type KeyBudgets } from './signatures/key-budgets.ts'
import { createKeyCache, type KeyCache } from './signatures/key-cache.ts'

/** What a process knows for the exchange with other servers; all of it is bounded. */
export interface Federation {
  readonly actors: ActorDirectory
  /** who is asked about a type of activity, in this order */
  readonly handlers: ReadonlyMap<string, readonly InboxHandler[]>
  readonly keys: KeyCache
  /** of keys: anybody can make us ask for one */
  readonly keyBudgets: KeyBudgets
  readonly instanceKeys: InstanceKeys
  /** of local accounts, ready for use, by algorithm and account */
  readonly signingKeys: LRUCache<string, Promise<SigningKey>>
  /** of documents fetched, by registrable domain (A35) */
  readonly fetches: DomainBudget
  /** of documents being fetched, so that one slow domain leaves room for others */
  readonly fetching: DomainSlots
  /** of people and posts that imports ask for, by registrable domain */
  readonly imports: DomainBudget
  /** of what relays pass on, by the relay's registrable domain */
  readonly relayed: DomainBudget
  /** of pages behind links, by registrable domain */
  readonly cards: DomainBudget
  /** what a page that people pass on is the page of; null: nothing known */
  readonly alternates: OnDemand<string | null>
  /** hosts that have enough of us, and until when, in ms since 1970 */
  readonly pauses: LRUCache<string, number>
  /** digest and actor of what was received, and when it was stored, in ms since 1970 */
  readonly stored: LRUCache<string, number>
  /** activities of one actor wait for each other */
  readonly lines: Lines
  /** activities of one registrable domain that are handled at once: what they wait for may be slow */
  readonly receiving: DomainSlots
}

declare module '../app.ts' {
  // Declared from here, as what it holds is asked with an `App`: imports have no cycles.
  interface App {
    readonly federation: Federation
  }
}

const MINUTE = 60_000
/** of one registrable domain in a minute */
const FETCHES = 600
/** what imports ask for of one registrable domain in a minute: each may take several fetches */
const IMPORTS = 100
/** posts that one relay brings in a minute: what is beyond is not fetched */
const RELAYED = 600
/** documents of one registrable domain at once */
const FETCHING = 8
/** activities of one registrable domain at once */
const RECEIVING = 8
/** ms that an activity waits for those of its actor that came before */
const PATIENCE = 1000
const MAX_PAUSES = 10_000
const MAX_STORED = 10_000

/** pages of one registrable domain in a minute */
const CARDS = 20

/** pages that are remembered for a minute */
const ALTERNATES = 1_000

/** keys of local accounts that are kept ready */
const SIGNING_KEYS = 2_000

/** @param clock ms since 1970 */
export function createFederation(
  clock: () => number,
  actors: ActorDirectory,
  inboxHandlers: readonly InboxHandlers[],
): Federation {
  const budget = (limit: number) => createDomainBudget({ limit, windowMs: MINUTE, clock })
  return {
    actors,
    handlers: byType(inboxHandlers),
    keys: createKeyCache(clock),
    keyBudgets: createKeyBudgets(clock),
    instanceKeys: createInstanceKeys(),
    signingKeys: createLatest(SIGNING_KEYS),
    fetches: budget(FETCHES),
    fetching: createDomainSlots(FETCHING),
    imports: budget(IMPORTS),
    relayed: budget(RELAYED),
    cards: createDomainBudget({ limit: CARDS, windowMs: MINUTE, clock }),
    alternates: createOnDemand({ most: ALTERNATES, lifetime: () => MINUTE, clock }),
    pauses: createLatest(MAX_PAUSES),
    stored: createLatest(MAX_STORED),
    lines: createLines(PATIENCE),
    receiving: createDomainSlots(RECEIVING),
  }
}

function byType(all: readonly InboxHandlers[]): Map<string, InboxHandler[]> {
  const handlers = new Map<string, InboxHandler[]>()
  for (const [type, handler] of all.flatMap((some) => Object.entries(some))) {
    handlers.set(type, [...(handlers.get(type) ?? []), handler])
  }
  return handlers
}
