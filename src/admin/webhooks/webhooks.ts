import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { WebhookTable } from '../../db/schema.ts'
import { isDuplicate } from '../../db/unique.ts'
import { NotFound, Unprocessable } from '../../errors.ts'
import { canonicalOrigin } from '../../net/origin.ts'
import type { Tx } from '../../transact.ts'
import { isWebhookEvent, WEBHOOK_EVENTS } from './events.ts'

export type Webhook = Selectable<WebhookTable>

/** What is asked for; what is not given stays as it is. */
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

/** As Mastodon: 40 hexadecimal digits. */
const newSecret = () => randomBytes(20).toString('hex')

/** @throws Unprocessable for what makes no sense, or an address that there is one for */
export async function createWebhook(tx: Tx, input: WebhookInput): Promise<Webhook> {
  const { url, events } = input
  if (url === undefined) throw new Unprocessable('url must be given')
  if (events === undefined) throw new Unprocessable(`events must name some of ${known()}`)
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

/** @throws NotFound, Unprocessable as `createWebhook` does */
export async function updateWebhook(tx: Tx, id: string, input: WebhookInput): Promise<Webhook> {
  const before = await getWebhook(tx.db, id)
  const { url, events, template, enabled } = input
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

/** From now on another secret signs. */
export async function rotateSecret(tx: Tx, id: string): Promise<Webhook> {
  await tx.db.updateTable('webhook').set({ secret: newSecret() }).where('id', '=', id).execute()
  return getWebhook(tx.db, id)
}

/** @returns the webhook as it was */
export async function deleteWebhook(tx: Tx, id: string): Promise<Webhook> {
  const webhook = await getWebhook(tx.db, id)
  await tx.db.deleteFrom('webhook').where('id', '=', id).execute()
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

/** Two at the same moment. */
function duplicateIsRefused(error: unknown): never {
  throw isDuplicate(error) ? new Unprocessable(TAKEN) : error
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
