import type { Selectable } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../kernel/db/pagination.ts'
import type { LinkProviderTable } from './tables.ts'

/** The site of links, and the time when one of its pages first trended. */
export type Provider = Selectable<LinkProviderTable> & { trended_at: number | null }

function providers(db: Db) {
  return db
    .selectFrom('link_provider')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('shared_link')
        .whereRef('shared_link.provider_id', '=', 'link_provider.id')
        .select((inner) => inner.fn.min<number | null>('trended_at').as('trended_at'))
        .as('trended_at'),
    )
}

/** Sites of shared links, newest first. */
export function pageOfProviders(db: Db, page: Page): Promise<Provider[]> {
  return fetchPage(providers(db), 'link_provider.id', page)
}

export async function findProvider(db: Db, id: string): Promise<Provider | null> {
  const row = await providers(db).where('link_provider.id', '=', id).executeTakeFirst()
  return row ?? null
}
