import { BEFORE_ALL_IDS } from '../../../kernel/base/ids.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import {
  coveringNames,
  type DomainPolicy,
  limitsOf,
  loadPolicy,
} from '../../instance/domain-policy.ts'

const APPLY = 'accounts.apply_domain_limits'

/** rows per transaction */
const ROWS_AT_ONCE = 500

const enqueueLimits = async (tx: Tx, { domain }: { domain: string }) => {
  tx.enqueue({ kind: APPLY, payload: { domain }, uniqueKey: domain })
}

/** Decisions about a domain also apply to its known accounts. */
export const subscriber: Subscriber = {
  record: {
    'domain.blocked': enqueueLimits,
    'domain.unblocked': enqueueLimits,
    'domain.allowed': enqueueLimits,
    'domain.disallowed': enqueueLimits,
    async 'domains.decided'(tx, { domains }) {
      tx.enqueue({ kind: APPLY, payload: { domains } })
    },
  },
}

export const jobs: JobHandlers = {
  [APPLY]: {
    async run(app, { domain, domains = [domain] }) {
      await applyDomainLimits(app, domains as string[])
    },
  },
}

/**
 * Applies the current domain decisions to the accounts of these domains and their subdomains:
 * suspends, silences, or undoes earlier decisions; staff decisions about single accounts stay. If
 * interrupted, call it again.
 *
 * @param onProgress gets the number of accounts checked so far
 * @returns the number of changed accounts
 */
export async function applyDomainLimits(
  app: App,
  domains: readonly string[],
  onProgress: (accounts: number) => void = () => {},
): Promise<number> {
  let [done, all] = [0, 0]
  const severances = await app.transact(
    async (tx) => new Map(domains.map((domain) => [domain, tx.newId()])),
  )
  for (const { name, domain } of await knownDomains(app, new Set(domains))) {
    const severanceId = severances.get(domain)!
    for (const by of ['handle', 'host'] as const) {
      let after: string | null = BEFORE_ALL_IDS
      while (after !== null) {
        const chunk: Chunk = { name, by, after, domain, severanceId }
        const { last, looked, changed } = await app.transact((tx) => limitSome(tx, chunk))
        after = last
        done += looked
        all += changed
        onProgress(done)
      }
    }
  }
  return all
}

/**
 * All known domains of handles and of federation ids that decisions cover, with the covering domain
 * of each.
 */
async function knownDomains({ slowDb }: Pick<App, 'slowDb'>, domains: ReadonlySet<string>) {
  const places = await slowDb.selectFrom('domain_host').select(['domain', 'host']).execute()
  const names = new Set(places.flatMap(({ domain, host }) => [domain, host]))
  return [...names].flatMap((name) => {
    const domain = coveringNames(name).find((covering) => domains.has(covering))
    return domain === undefined ? [] : [{ name, domain }]
  })
}

interface Of {
  name: string
  /**
   * whether `name` is the domain of the handle or, if that differs, the host of the federation id
   */
  by: 'handle' | 'host'
}

interface Chunk extends Of {
  /** id of the last account of the previous chunk */
  after: string
  /** the domain of the decision, and the id of the severance event for lost follows */
  domain: string
  severanceId: string
}

function accountsOf(db: Db, { name, by }: Of) {
  const accounts = db
    .selectFrom('account')
    .leftJoin('remote_actor', 'remote_actor.account_id', 'account.id')
    .where('account.deleted_at', 'is', null)
  if (by === 'handle') return accounts.where('account.domain', '=', name)
  return accounts.where('remote_actor.host', '=', name).where('account.domain', '<>', name)
}

interface Done {
  /** id of the last account, or null if none is left */
  last: string | null
  looked: number
  changed: number
}

async function limitSome(tx: Tx, chunk: Chunk): Promise<Done> {
  const policy = await loadPolicy(tx.db)
  const rows = await accountsOf(tx.db, chunk)
    .where('account.id', '>', chunk.after)
    .orderBy('account.id')
    .limit(ROWS_AT_ONCE)
    .select([
      'account.id',
      'account.domain',
      'remote_actor.host',
      'account.suspended_at',
      'account.suspended_by_domain',
      'account.silenced_at',
      'account.silenced_by_domain',
    ])
    .execute()
  const changes = rows.map((row) => changeOf(tx, policy, row))
  for (const limit of ['suspended', 'silenced'] as const) {
    await change(tx, limit, true, pick(changes, limit, true))
    await change(tx, limit, false, pick(changes, limit, false))
  }
  const suspended = pick(changes, 'suspended', true)
  if (suspended.length > 0) {
    const { domain, severanceId } = chunk
    tx.emit({ type: 'accounts.suspended', accountIds: suspended, domain, severanceId })
  }
  const last = rows.length < ROWS_AT_ONCE ? null : rows.at(-1)!.id
  const changed = changes.filter((one) => one.suspended !== null || one.silenced !== null)
  return { last, looked: rows.length, changed: changed.length }
}

type Limit = 'suspended' | 'silenced'

interface Row {
  id: string
  domain: string | null
  host: string | null
  suspended_at: number | null
  suspended_by_domain: boolean
  silenced_at: number | null
  silenced_by_domain: boolean
}

/** The change for an account: true starts a limit, false ends it, null keeps it. */
type Change = { id: string } & Record<Limit, boolean | null>

function changeOf(tx: Tx, policy: DomainPolicy, row: Row): Change {
  const domains = [row.domain, row.host].filter((name) => name !== null)
  const wanted = limitsOf(tx.config, policy, domains, tx.now)
  const turn = (wants: boolean, limitedAt: number | null, byDomain: boolean) => {
    if (wants) return limitedAt === null ? true : null
    return byDomain ? false : null
  }
  return {
    id: row.id,
    suspended: turn(wanted.suspended_by_domain, row.suspended_at, row.suspended_by_domain),
    silenced: turn(wanted.silenced_by_domain, row.silenced_at, row.silenced_by_domain),
  }
}

function pick(changes: readonly Change[], limit: Limit, to: boolean): string[] {
  return changes.filter((one) => one[limit] === to).map(({ id }) => id)
}

async function change(tx: Tx, limit: Limit, to: boolean, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const at = to ? tx.now : null
  const columns =
    limit === 'suspended'
      ? { suspended_at: at, suspended_by_domain: to }
      : { silenced_at: at, silenced_by_domain: to }
  await tx.db
    .updateTable('account')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where(idIn(tx.db, 'id', ids))
    .execute()
}
