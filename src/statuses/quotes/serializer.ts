import type { Selectable } from 'kysely'
import type { Rendering } from '../../accounts/serializer.ts'
import type { Db } from '../../db/database.ts'
import { idIn } from '../../db/id-in.ts'
import type { QuoteTable } from '../../db/schema.ts'
import { type JsonText, toJson } from '../../json.ts'
import { loadHeads, type StatusHead } from '../heads.ts'

type Quote = Selectable<QuoteTable>
/** Renders what is quoted, in the order given; null for what cannot be shown. */
type Render = (heads: readonly StatusHead[]) => Promise<(JsonText | null)[]>

/**
 * Renders quotes as one viewer sees them: what is quoted, or why it is not shown.
 *
 * @param ids of `quote` rows
 * @param render null: only the id of what is quoted is told, as in a quote within a quote
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
  const [heads, there, unwanted] = await Promise.all([
    loadHeads(app.db, viewerId, [...new Set(quotedIds)]),
    loadThere(app.db, quotedIds),
    viewerId === null ? NOTHING : loadUnwanted(app, viewerId, accepted),
  ])
  const texts = await renderAll(heads, render)
  return new Map(
    quotes.map((quote) => {
      const state = stateOf(quote, { heads, there, unwanted })
      return [quote.id, present(quote, state, texts, render === null)]
    }),
  )
}

const NOTHING: ReadonlyMap<string, string> = new Map<string, string>()

async function renderAll(
  heads: ReadonlyMap<string, StatusHead>,
  render: Render | null,
): Promise<ReadonlyMap<string, JsonText>> {
  const list = [...heads.values()]
  const texts = render === null ? [] : await render(list)
  return new Map(
    list.flatMap((head, at) => {
      const text = texts[at]
      return text ? [[head.id, text] as const] : []
    }),
  )
}

interface Known {
  heads: ReadonlyMap<string, StatusHead>
  there: ReadonlySet<string>
  unwanted: ReadonlyMap<string, string>
}

function stateOf(quote: Quote, { heads, there, unwanted }: Known): string {
  if (quote.state !== 'accepted') return quote.state
  const { quoted_status_id: id } = quote
  if (id === null || !there.has(id)) return 'deleted'
  if (!heads.has(id)) return 'unauthorized'
  return unwanted.get(quote.quoted_account_id ?? '') ?? 'accepted'
}

const SHOWN = new Set(['accepted', 'blocked_account', 'blocked_domain', 'muted_account'])

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

/** Those that are not deleted, whoever may see them. */
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

/** Authors that the viewer blocks, by themselves or by their domain, or mutes, and the state that quotes of them have. */
async function loadUnwanted(
  app: Rendering,
  viewerId: string,
  quotes: readonly Quote[],
): Promise<Map<string, string>> {
  const authors = quotes.map((quote) => quote.quoted_account_id).filter((id) => id !== null)
  if (authors.length === 0) return new Map()
  const [blocked, elsewhere, muted] = await Promise.all([
    app.db
      .selectFrom('block')
      .select('target_id')
      .where('account_id', '=', viewerId)
      .where(idIn(app.db, 'target_id', authors))
      .execute(),
    app.db
      .selectFrom('account_domain_block')
      .innerJoin('account', 'account.domain', 'account_domain_block.domain')
      .select('account.id')
      .where('account_domain_block.account_id', '=', viewerId)
      .where(idIn(app.db, 'account.id', authors))
      .execute(),
    app.db
      .selectFrom('mute')
      .select('target_id')
      .where('account_id', '=', viewerId)
      .where(idIn(app.db, 'target_id', authors))
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', app.clock())]))
      .execute(),
  ])
  return new Map([
    ...muted.map((row) => [row.target_id, 'muted_account'] as const),
    ...elsewhere.map((row) => [row.id, 'blocked_domain'] as const),
    ...blocked.map((row) => [row.target_id, 'blocked_account'] as const),
  ])
}

/** Those authors of statuses that the viewer follows. */
export async function loadFollowed(
  db: Db,
  viewerId: string,
  heads: readonly StatusHead[],
): Promise<Set<string>> {
  if (heads.length === 0) return new Set()
  const rows = await db
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', viewerId)
    .where(
      idIn(
        db,
        'target_id',
        heads.map((head) => head.account_id),
      ),
    )
    .execute()
  return new Set(rows.map((row) => row.target_id))
}

/** Those of the viewers who follow the author of a status that followers may quote. */
export async function loadFollowersAmong(
  db: Db,
  { account_id, quote_policy }: StatusHead,
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
