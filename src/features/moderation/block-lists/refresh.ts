import { Readable } from 'node:stream'
import { DAY } from '../../../kernel/base/durations.ts'
import { NotFound, Unprocessable } from '../../../kernel/base/errors.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { textIn } from '../../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { EgressFailed, EgressRefused } from '../../../kernel/net/errors.ts'
import { writeAudit } from '../../audit/log.ts'
import { applyRows, decideToApply } from './apply.ts'
import { type BlockImportRow, insertImport, planList } from './imports.ts'
import { ALREADY, type PlannedRow } from './plan.ts'
import { LARGEST_LIST, type ListEntry, readBlockList } from './read-list.ts'
import { enqueueRetraction, retractRows } from './retract.ts'
import {
  type BlockSubscription,
  enqueueRefresh,
  getSubscription,
  REFRESH,
} from './subscriptions.ts'

const TIMEOUT = 30_000
const ACCEPTED = [
  'text/csv',
  'text/plain',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
]
/** factor of growth or shrinkage of a list beyond which it is not trusted */
const BELIEVED = 5

export const refreshJobs: JobHandlers = {
  [REFRESH]: {
    maxAttempts: 3,
    run: (app, { subscriptionId, force }) =>
      refreshSubscription(app, String(subscriptionId), force === true),
  },
  'block_lists.refresh_all': { every: DAY, run: refreshAll },
}

async function refreshAll(app: App): Promise<void> {
  await app.transact(async (tx) => {
    const rows = await tx.db
      .selectFrom('block_subscription')
      .select('id')
      .where('enabled', '=', true)
      .execute()
    for (const { id } of rows) enqueueRefresh(tx, id)
  })
}

/** A list that is not applied; the message is for the staff. */
class Held extends Error {}

/**
 * Fetches a list and applies its changes. If it cannot be read, or differs suspiciously from the
 * last version, nothing changes and the subscription states the reason.
 *
 * @param force the staff has reviewed it
 */
async function refreshSubscription(app: App, id: string, force: boolean): Promise<void> {
  const known = await find(app, id)
  if (known === null) return
  try {
    const list = await fetchList(app, known)
    if (list === null) return await noteChecked(app, id, { last_error: null })
    if (!force) refuseUnlike(known, list.entries)
    await applyList(app, known, list)
  } catch (error) {
    if (!(error instanceof Held)) throw error
    await noteChecked(app, id, { last_error: error.message })
  }
}

async function find(app: App, id: string): Promise<BlockSubscription | null> {
  try {
    return await getSubscription(app.db, id)
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

interface List {
  entries: ListEntry[]
  etag: string | null
}

/** @returns null if it is unchanged */
async function fetchList(app: App, { url, etag }: BlockSubscription): Promise<List | null> {
  try {
    const reply = await app.egress.fetch({
      url,
      accept: ACCEPTED,
      headers: etag === null ? {} : { 'if-none-match': etag },
      maxBytes: LARGEST_LIST,
      timeoutMs: TIMEOUT,
    })
    if (reply.status === 304) return null
    if (reply.status !== 200) throw new Held(`The server answered with status ${reply.status}`)
    const entries = await readBlockList(Readable.from([reply.body]))
    return { entries, etag: reply.headers.etag?.slice(0, 500) ?? null }
  } catch (error) {
    const isTold =
      error instanceof EgressFailed ||
      error instanceof EgressRefused ||
      error instanceof Unprocessable
    throw isTold ? new Held(error.message, { cause: error }) : error
  }
}

function refuseUnlike({ last_rows: before }: BlockSubscription, entries: readonly ListEntry[]) {
  const now = domainsIn(entries).size
  if (now === 0) throw new Held('The list names no domain any more')
  if (before === null || before === 0) return
  if (now > before * BELIEVED || now * BELIEVED < before) {
    throw new Held(
      `The list has ${now} domains where it had ${before}: look at it before it counts`,
    )
  }
}

function domainsIn(entries: readonly ListEntry[]): Set<string> {
  return new Set(entries.flatMap(({ domain }) => domain ?? []))
}

async function applyList(
  app: App,
  subscription: BlockSubscription,
  { entries, etag }: List,
): Promise<void> {
  const standing = await standingRows(app, subscription.id)
  const own = new Map(standing.map((row) => [row.domain!, row.given!]))
  const privateComment = `From ${subscription.name}, ${isoTime(app.clock()).slice(0, 10)}`
  const limited = entries.map((entry) => withinLimit(entry, subscription.severity_limit))
  const planned = await planList(app, limited, { mode: 'merge', privateComment, own })
  const rows = planned.filter((row) => row.reason !== ALREADY)
  const listed = domainsIn(entries)
  const gone = subscription.retract_on_removal
    ? standing.filter(({ domain }) => !listed.has(domain!))
    : []
  const importId = await app.transact(async (tx) => {
    await setChecked(tx, subscription.id, { etag, last_rows: listed.size, last_error: null })
    await beginRetraction(tx, gone)
    const { id: subscriptionId, name } = subscription
    const made = { subscriptionId, name, source: 'subscription', mode: 'merge' } as const
    return storeImport(tx, { ...made, total: entries.length, rows, removed: gone.length })
  })
  if (importId !== null) await applyRows(app, importId)
  // newest first, as newer imports changed blocks of older ones
  for (const id of importsOf(gone)) await retractRows(app, id)
}

function withinLimit(entry: ListEntry, limit: BlockSubscription['severity_limit']): ListEntry {
  if (entry.domain === null || limit !== 'silence' || entry.given.severity !== 'suspend') {
    return entry
  }
  return { ...entry, given: { ...entry.given, severity: 'silence' } }
}

/** The applied rows of a list, oldest first. */
function standingRows({ db }: Pick<App, 'db'>, subscriptionId: string): Promise<BlockImportRow[]> {
  return db
    .selectFrom('block_import')
    .innerJoin('block_import_row as row', 'row.import_id', 'block_import.id')
    .where('block_import.subscription_id', '=', subscriptionId)
    .where('row.state', '=', 'standing')
    .selectAll('row')
    .orderBy('row.import_id')
    .orderBy('row.line')
    .execute()
}

type Kept = Parameters<typeof insertImport>[1] & { removed: number }

/** @returns id of the import; null if there are only rows to undo */
async function storeImport(tx: Tx, { removed, ...made }: Kept): Promise<string | null> {
  const counts = { created: count(made.rows, 'create'), changed: count(made.rows, 'change') }
  const changes = counts.created + counts.changed
  if (changes + removed > 0) {
    const target = { type: 'block_subscription', id: made.subscriptionId, label: made.name }
    await writeAudit(tx, null, { action: 'refresh', target, details: { ...counts, removed } })
  }
  if (changes === 0) return null
  const id = await insertImport(tx, made)
  await decideToApply(tx, { id })
  return id
}

function count(rows: readonly PlannedRow[], outcome: PlannedRow['outcome']): number {
  return rows.filter((row) => row.outcome === outcome).length
}

async function beginRetraction(tx: Tx, gone: readonly BlockImportRow[]): Promise<void> {
  for (const importId of importsOf(gone)) {
    const domains = gone.flatMap((row) => (row.import_id === importId ? row.domain! : []))
    await tx.db
      .updateTable('block_import_row')
      .set({ state: 'retracting' })
      .where('import_id', '=', importId)
      .where(textIn(tx.db, 'domain', domains))
      .where('state', '=', 'standing')
      .execute()
    enqueueRetraction(tx, importId)
  }
}

/** Newest first. */
function importsOf(rows: readonly BlockImportRow[]): string[] {
  return [...new Set(rows.map(({ import_id }) => import_id))].sort().reverse()
}

type Checked = Partial<Pick<BlockSubscription, 'etag' | 'last_rows' | 'last_error'>>

async function noteChecked(app: App, id: string, changes: Checked): Promise<void> {
  await app.transact((tx) => setChecked(tx, id, changes))
}

async function setChecked(tx: Tx, id: string, changes: Checked): Promise<void> {
  await tx.db
    .updateTable('block_subscription')
    .set({ ...changes, last_checked_at: tx.now })
    .where('id', '=', id)
    .execute()
}
