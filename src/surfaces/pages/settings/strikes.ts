import { type Appeal, loadAppealsOf } from '../../../features/reports/appeals.ts'
import { loadNamedStatuses } from '../../../features/reports/warnings.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'

export type OwnStrike = Awaited<ReturnType<typeof pageOfOwn>>[number]

/** A post that a moderation decision names. */
export interface NamedPost {
  id: string
  url: string
  text: string
  spoiler_text: string
  media_ids: string[]
  deleted_at: number | null
}

function ownStrikes({ db }: App, accountId: string) {
  return db
    .selectFrom('account_warning')
    .select(['id', 'action', 'text', 'created_at', 'overruled_at'])
    .where('target_account_id', '=', accountId)
}

/** Moderation decisions about an account, newest first, each with its appeal. */
export async function pageOfOwn(app: App, accountId: string, page: Page) {
  const rows = await fetchPage(ownStrikes(app, accountId), 'account_warning.id', page)
  const ids = rows.map(({ id }) => id)
  const appeals = await loadAppealsOf(app.db, ids)
  return rows.map((row) => ({ ...row, appeal: appeals.get(row.id) ?? null }))
}

export interface StrikeDetails {
  strike: Omit<OwnStrike, 'appeal'>
  appeal: Appeal | null
  posts: NamedPost[]
}

/** @throws NotFound for a decision about another account */
export async function getOwn(app: App, accountId: string, id: string): Promise<StrikeDetails> {
  const strike = await ownStrikes(app, accountId).where('id', '=', id).executeTakeFirst()
  if (strike === undefined) throw new NotFound('There is no such decision')
  const appeals = await loadAppealsOf(app.db, [id])
  const named = (await loadNamedStatuses(app.db, [id])).get(id) ?? []
  const posts = await app.db
    .selectFrom('status')
    .select(['id', 'url', 'text', 'spoiler_text', 'media_ids', 'deleted_at'])
    .where(idIn(app.db, 'id', named))
    .orderBy('id')
    .execute()
  return { strike, appeal: appeals.get(id) ?? null, posts }
}
