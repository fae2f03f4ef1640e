import type { App } from '../../app.ts'
import { idIn } from '../../db/id-in.ts'
import { fetchPage, type Page } from '../../db/pagination.ts'
import { NotFound } from '../../errors.ts'
import { type Appeal, loadAppealsOf } from '../../reports/appeals.ts'
import { loadNamedStatuses } from '../../reports/warnings.ts'

export type OwnStrike = Awaited<ReturnType<typeof pageOfOwn>>[number]

/** A post that a decision names. */
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

/** What was decided about somebody, newest first, each with what they said to it. */
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

/** @throws NotFound for a decision about somebody else */
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
