import type { Selectable } from 'kysely'
import { NotFound, ValidationFailed } from '../../../kernel/base/errors.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { BlockSubscriptionTable } from '../tables.ts'

export type BlockSubscription = Selectable<BlockSubscriptionTable>

/** The staff's choices for a subscription. */
export type SubscriptionChoices = Pick<
  BlockSubscription,
  'url' | 'name' | 'severity_limit' | 'retract_on_removal' | 'enabled'
>

export const REFRESH = 'block_lists.refresh'
const MOST_SUBSCRIPTIONS = 20
const LONGEST_URL = 2000
const LONGEST_NAME = 200

/**
 * Subscribes to a block list; a job fetches it now and every day.
 * @throws ValidationFailed for an invalid or duplicate URL, or above the limit
 */
export async function subscribe(tx: Tx, choices: SubscriptionChoices): Promise<BlockSubscription> {
  const { many } = await tx.db
    .selectFrom('block_subscription')
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  if (many >= MOST_SUBSCRIPTIONS) {
    throw new ValidationFailed(`There are ${MOST_SUBSCRIPTIONS} already`)
  }
  const none = { etag: null, last_rows: null, last_checked_at: null, last_error: null }
  const added = await tx.db
    .insertInto('block_subscription')
    .values({ ...checked(choices), ...none, id: tx.newId(), created_at: tx.now })
    .onConflict((conflict) => conflict.column('url').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added === undefined) throw new ValidationFailed('URL has already been taken')
  if (added.enabled) enqueueRefresh(tx, added.id)
  return added
}

/**
 * Changes the given choices and fetches the list again.
 * @throws NotFound, ValidationFailed
 */
export async function changeSubscription(
  tx: Tx,
  id: string,
  given: Partial<SubscriptionChoices>,
): Promise<BlockSubscription> {
  const before = await getSubscription(tx.db, id)
  const choices = checked({ ...before, ...given })
  const other = await tx.db
    .selectFrom('block_subscription')
    .select('id')
    .where('url', '=', choices.url)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other !== undefined) throw new ValidationFailed('URL has already been taken')
  // for another URL, the known state of the list is void
  const isNew = choices.url !== before.url
  const changed = await tx.db
    .updateTable('block_subscription')
    .set({ ...choices, etag: null, ...(isNew ? { last_rows: null, last_error: null } : {}) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (changed.enabled) enqueueRefresh(tx, id)
  return changed
}

/** Ends a subscription; its blocks stay, and can be undone import by import. @throws NotFound */
export async function unsubscribe(tx: Tx, id: string): Promise<BlockSubscription> {
  const row = await tx.db
    .deleteFrom('block_subscription')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** @param force the list is applied even if it differs suspiciously from the last version */
export function enqueueRefresh(tx: Tx, subscriptionId: string, force = false): void {
  const uniqueKey = force ? `${subscriptionId} force` : subscriptionId
  tx.enqueue({ kind: REFRESH, payload: { subscriptionId, force }, uniqueKey })
}

function checked(choices: SubscriptionChoices): SubscriptionChoices {
  const { severity_limit, retract_on_removal, enabled } = choices
  const url = parseUrl(choices.url.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > LONGEST_URL) {
    throw new ValidationFailed('URL is no address of a list')
  }
  if (url.username !== '' || url.password !== '') {
    throw new ValidationFailed('URL holds a password, which everybody of the staff would see')
  }
  const name = (choices.name.trim() || url.host).slice(0, LONGEST_NAME)
  return { url: url.href, name, severity_limit, retract_on_removal, enabled }
}

/** @throws NotFound */
export async function getSubscription(db: Db, id: string): Promise<BlockSubscription> {
  const row = await db
    .selectFrom('block_subscription')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

export interface SubscriptionFacts {
  lastImportId: string | null
  /** number of blocks in force because of it */
  blocks: number
}

/** Data about subscriptions. */
export async function loadFacts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, SubscriptionFacts>> {
  const imports = await db
    .selectFrom('block_import')
    .where(idIn(db, 'subscription_id', ids))
    .select((eb) => ['subscription_id', eb.fn.max('id').as('last')])
    .groupBy('subscription_id')
    .execute()
  const blocks = await db
    .selectFrom('block_import')
    .innerJoin('block_import_row as row', 'row.import_id', 'block_import.id')
    .innerJoin('domain_block', 'domain_block.id', 'row.block_id')
    .where(idIn(db, 'block_import.subscription_id', ids))
    .where('row.state', '=', 'standing')
    .select((eb) => ['subscription_id', eb.fn.count<number>('row.block_id').distinct().as('many')])
    .groupBy('subscription_id')
    .execute()
  const many = new Map(blocks.map((row) => [row.subscription_id, row.many]))
  const last = new Map(imports.map((row) => [row.subscription_id, row.last]))
  return new Map(
    ids.map((id) => [id, { lastImportId: last.get(id) ?? null, blocks: many.get(id) ?? 0 }]),
  )
}
