import { createHmac } from 'node:crypto'
import { DAY } from '../../../kernel/base/durations.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { EgressFailed, EgressRefused } from '../../../kernel/net/errors.ts'
import { writeAudit } from '../../audit/log.ts'
import { fillTemplate } from './template.ts'
import type { Webhook } from './webhooks.ts'

const TIMEOUT = 10_000
/** maximum of bytes of an answer */
const MAX_ANSWER = 16 * 1024
/** ms after which a webhook that always fails is disabled */
export const GIVE_UP = 3 * DAY
/** Status codes below 500 after which a retry may succeed. */
const PASSING = new Set([401, 408, 425, 429])

/** The outcome of an attempt; `later`: worth a retry. */
export interface Sent {
  result: 'taken' | 'refused' | 'later'
  status: number | null
  error: string | null
}

/** Sends an event, signed as in Mastodon. */
export async function sendTo(app: App, webhook: Webhook, payload: object): Promise<Sent> {
  const { template, url, secret } = webhook
  const body = template === null ? JSON.stringify(payload) : fillTemplate(template, payload)
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature': `sha256=${digest}` }
  try {
    const { status } = await app.egress.fetch({
      ...{ url, method: 'POST', headers, body },
      ...{ maxBytes: MAX_ANSWER, timeoutMs: TIMEOUT, maxRedirects: 0 },
    })
    return sentOf(status)
  } catch (error) {
    if (error instanceof EgressRefused) {
      return { result: 'refused', status: null, error: error.message }
    }
    if (error instanceof EgressFailed) {
      return { result: 'later', status: null, error: error.message }
    }
    throw error
  }
}

function sentOf(status: number): Sent {
  if (status >= 200 && status < 300) return { result: 'taken', status, error: null }
  const later = status < 400 || status >= 500 || PASSING.has(status)
  return { result: later ? 'later' : 'refused', status, error: `HTTP ${status}` }
}

/** Records the outcome of an attempt; disables a webhook that has failed for three days. */
export async function noteSent(
  tx: Tx,
  webhook: Webhook,
  { result, status, error }: Sent,
): Promise<void> {
  const failingSince = result === 'taken' ? null : (webhook.failing_since ?? tx.now)
  const isOver = failingSince !== null && tx.now - failingSince >= GIVE_UP
  const reason = `It has failed since ${isoTime(failingSince ?? tx.now)}: ${error}`
  await tx.db
    .updateTable('webhook')
    .set({
      ...{ last_at: tx.now, last_status: status, last_error: error, failing_since: failingSince },
      ...(isOver ? { enabled: false, disabled_reason: reason } : {}),
    })
    .where('id', '=', webhook.id)
    .execute()
  if (!isOver || !webhook.enabled) return
  const target = { type: 'webhook', id: webhook.id, label: webhook.url }
  await writeAudit(tx, null, { action: 'disable', target, details: { reason } })
}
