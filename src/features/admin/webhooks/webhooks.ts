import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { NotFound, Unprocessable } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { isUniqueViolation } from '../../../kernel/db/unique-violation.ts'
import { canonicalOrigin } from '../../../kernel/net/origin.ts'
import type { Rank } from '../../roles/policy.ts'
import type { WebhookTable } from '../tables.ts'
import { demandEvents, isWebhookEvent, WEBHOOK_EVENTS } from './events.ts'

export type Webhook = Selectable<WebhookTable>

/** Requested values; missing ones stay unchanged. */
export interface WebhookInput {
  url?: string | undefined
  events?: readonly string[] | undefined
  enabled?: boolean | undefined
  /** null or blank: none */
  template?: string | null | undefined
}

/** characters */
const LONGEST_URL = 2000
const LONGEST_TEMPLATE = 10_000

/** As in Mastodon: 40 hexadecimal digits. */
const newSecret = () => randomBytes(20).toString('hex')

/**
 * @throws Unprocessable for invalid values, or a URL that another webhook has
 * @throws Forbidden for events whose data the caller may not see
 */
export async function createWebhook(tx: Tx, staff: Rank, input: WebhookInput): Promise<Webhook> {
  const { url, events } = input
  if (url === undefined) throw new Unprocessable('url must be given')
  if (events === undefined) throw new Unprocessable(`events must name some of ${known()}`)
  demandEvents(staff, events)
  await refuseDuplicate(tx.db, url)
  const id = tx.newId()
  await tx.db
    .insertInto('webhook')
    .values({
      id,
      url: readUrl(url),
      events: JSON.stringify(readEvents(events)),
      template: readTemplate(input.template),
      secret: newSecret(),
      enabled: input.enabled ?? true,
      created_at: tx.now,
    })
    .execute()
    .catch(duplicateIsRefused)
  return getWebhook(tx.db, id)
}

/**
 * @throws NotFound, Unprocessable and Forbidden as `createWebhook` does, and for a webhook with
 * other events than the caller may see
 */
export async function updateWebhook(
  tx: Tx,
  staff: Rank,
  id: string,
  input: WebhookInput,
): Promise<Webhook> {
  const before = await getOwnEvents(tx, staff, id)
  const { url, events, template, enabled } = input
  demandEvents(staff, events ?? [])
  if (url !== undefined && url !== before.url) await refuseDuplicate(tx.db, url)
  const again = enabled === true && !before.enabled
  await tx.db
    .updateTable('webhook')
    .set({
      ...(url === undefined ? {} : { url: readUrl(url) }),
      ...(events === undefined ? {} : { events: JSON.stringify(readEvents(events)) }),
      ...(template === undefined ? {} : { template: readTemplate(template) }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(again ? { disabled_reason: null, failing_since: null } : {}),
    })
    .where('id', '=', id)
    .execute()
    .catch(duplicateIsRefused)
  return getWebhook(tx.db, id)
}

/** Replaces the signing secret. @throws NotFound, Forbidden as `updateWebhook` does */
export async function rotateSecret(tx: Tx, staff: Rank, id: string): Promise<Webhook> {
  await getOwnEvents(tx, staff, id)
  await tx.db.updateTable('webhook').set({ secret: newSecret() }).where('id', '=', id).execute()
  return getWebhook(tx.db, id)
}

/**
 * @returns the webhook before its removal
 * @throws NotFound, Forbidden as `updateWebhook` does
 */
export async function deleteWebhook(tx: Tx, staff: Rank, id: string): Promise<Webhook> {
  const webhook = await getOwnEvents(tx, staff, id)
  await tx.db.deleteFrom('webhook').where('id', '=', id).execute()
  return webhook
}

/** A webhook with only events that the caller may see. @throws NotFound, Forbidden */
async function getOwnEvents(tx: Tx, staff: Rank, id: string): Promise<Webhook> {
  const webhook = await getWebhook(tx.db, id)
  demandEvents(staff, webhook.events)
  return webhook
}

/** @throws NotFound */
export async function getWebhook(db: Db, id: string): Promise<Webhook> {
  const webhook = await findWebhook(db, id)
  if (webhook === null) throw new NotFound()
  return webhook
}

export async function findWebhook(db: Db, id: string): Promise<Webhook | null> {
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

const TAKEN = 'There is a webhook for this address already'

async function refuseDuplicate(db: Db, url: string): Promise<void> {
  const href = readUrl(url)
  const row = await db.selectFrom('webhook').select('id').where('url', '=', href).executeTakeFirst()
  if (row !== undefined) throw new Unprocessable(TAKEN)
}

/** Two concurrent inserts. */
function duplicateIsRefused(error: unknown): never {
  throw isUniqueViolation(error) ? new Unprocessable(TAKEN) : error
}

function readUrl(text: string): string {
  if (text.length > LONGEST_URL || canonicalOrigin(text) === null) {
    throw new Unprocessable('url must be an address that begins with https://')
  }
  return new URL(text).href
}

function readEvents(names: readonly string[]): string[] {
  const events = [...new Set(names)]
  if (events.length === 0 || !events.every(isWebhookEvent)) {
    throw new Unprocessable(`events must name some of ${known()}`)
  }
  return events
}

function readTemplate(text: string | null | undefined): string | null {
  if (text === undefined || text === null || text.trim() === '') return null
  if (text.length > LONGEST_TEMPLATE) {
    throw new Unprocessable(`template must have at most ${LONGEST_TEMPLATE} characters`)
  }
  return text
}

const known = () => WEBHOOK_EVENTS.join(', ')
