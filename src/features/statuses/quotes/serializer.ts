import type { Selectable } from 'kysely'
import { type JsonText, toJson } from '../../../kernel/base/json.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Rendering } from '../../accounts/serializer.ts'
import { type BlockReason, loadBlockReasons } from '../../relationships/blocks-of-accounts.ts'
import { type ListedStatus, loadListedStatuses } from '../read/status-rows.ts'
import type { QuoteTable } from '../tables.ts'

type Quote = Selectable<QuoteTable>
/** Renders quoted statuses in the given order; null for statuses that cannot be shown. */
type Render = (listed: readonly ListedStatus[]) => Promise<(JsonText | null)[]>

/**
 * Renders quotes as one viewer sees them: the quoted status, or the reason why it is hidden.
 *
 * @param ids of `quote` rows
 * @param render null: only the id of the quoted status is rendered, as in a quote within a quote
 * @returns by the quote's id
 * @see https://docs.joinmastodon.org/entities/Quote/
 */
export async function loadQuotes(
  app: Rendering,
  viewerId: string | null,
  ids: readonly string[],
  render: Render | null,
): Promise<Map<string, JsonText>> {
  if (ids.length === 0) return new Map()
  const quotes = await app.db
    .selectFrom('quote')
    .selectAll()
    .where(idIn(app.db, 'id', ids))
    .execute()
  const accepted = quotes.filter(({ state }) => state === 'accepted')
  const quotedIds = accepted.map((quote) => quote.quoted_status_id).filter((id) => id !== null)
  const [listed, there, unwanted] = await Promise.all([
    loadListedStatuses(app.db, viewerId, [...new Set(quotedIds)]),
    loadThere(app.db, quotedIds),
    viewerId === null ? NOTHING : loadUnwanted(app, viewerId, accepted),
  ])
  const texts = await renderAll(listed, render)
  return new Map(
    quotes.map((quote) => {
      const state = stateOf(quote, { listed, there, unwanted })
      return [quote.id, present(quote, state, texts, render === null)]
    }),
  )
}

const NOTHING: ReadonlyMap<string, BlockReason> = new Map<string, BlockReason>()

/** The state of a quote whose author the viewer blocks or mutes. */
const UNWANTED: Record<BlockReason, string> = {
  blocked: 'blocked_account',
  domain_blocked: 'blocked_domain',
  muted: 'muted_account',
}

async function renderAll(
  listed: ReadonlyMap<string, ListedStatus>,
  render: Render | null,
): Promise<ReadonlyMap<string, JsonText>> {
  const list = [...listed.values()]
  const texts = render === null ? [] : await render(list)
  return new Map(
    list.flatMap((row, at) => {
      const text = texts[at]
      return text ? [[row.id, text] as const] : []
    }),
  )
}

interface Known {
  listed: ReadonlyMap<string, ListedStatus>
  there: ReadonlySet<string>
  unwanted: ReadonlyMap<string, BlockReason>
}

function stateOf(quote: Quote, { listed, there, unwanted }: Known): string {
  if (quote.state !== 'accepted') return quote.state
  const { quoted_status_id: id } = quote
  if (id === null || !there.has(id)) return 'deleted'
  if (!listed.has(id)) return 'unauthorized'
  const refusal = unwanted.get(quote.quoted_account_id ?? '')
  return refusal === undefined ? 'accepted' : UNWANTED[refusal]
}

const SHOWN = new Set(['accepted', ...Object.values(UNWANTED)])

function present(
  quote: Quote,
  state: string,
  texts: ReadonlyMap<string, JsonText>,
  shallow: boolean,
): JsonText {
  const id = quote.quoted_status_id
  const shown = id !== null && SHOWN.has(state)
  if (shallow) return toJson({ state, quoted_status_id: shown ? id : null })
  const text = shown ? (texts.get(id) ?? 'null') : 'null'
  return `{"state":"${state}","quoted_status":${text}}` as JsonText
}

/** Ids of the statuses that are not deleted, without an access check. */
async function loadThere(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('status')
    .select('id')
    .where(idIn(db, 'id', ids))
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Authors that the viewer blocks, also by domain, or mutes, with the reason. */
function loadUnwanted(
  app: Rendering,
  viewerId: string,
  quotes: readonly Quote[],
): Promise<Map<string, BlockReason>> {
  const ids = quotes.map((quote) => quote.quoted_account_id).filter((id) => id !== null)
  return loadBlockReasons(app.db, { accountId: viewerId, ids, now: app.clock() })
}

/** The authors of statuses that the viewer follows. */
export async function loadFollowed(
  db: Db,
  viewerId: string,
  listed: readonly ListedStatus[],
): Promise<Set<string>> {
  if (listed.length === 0) return new Set()
  const rows = await db
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', viewerId)
    .where(
      idIn(
        db,
        'target_id',
        listed.map((row) => row.account_id),
      ),
    )
    .execute()
  return new Set(rows.map((row) => row.target_id))
}

/** The viewers who follow the author of a status that followers may quote. */
export async function loadFollowersAmong(
  db: Db,
  { account_id, quote_policy }: ListedStatus,
  viewerIds: readonly string[],
): Promise<Set<string>> {
  if (quote_policy !== 'followers') return new Set()
  const rows = await db
    .selectFrom('follow')
    .select('account_id')
    .where('target_id', '=', account_id)
    .where(idIn(db, 'account_id', viewerIds))
    .execute()
  return new Set(rows.map((row) => row.account_id))
}
