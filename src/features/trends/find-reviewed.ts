import { normalizeId } from '../../kernel/base/ids.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import type { App } from '../../kernel/core/app.ts'
import { findAccountByHandle } from '../accounts/handles.ts'
import { findTagId } from '../tags/tags.ts'
import type { Reviewed } from './review.ts'

/**
 * Id of the object that the staff names: a tag by its name, a link by its URL, a provider by its
 * host, a status by its id or URL, an author by handle; null if it is unknown here.
 */
export async function findReviewed(
  app: Pick<App, 'db' | 'config'>,
  kind: Reviewed,
  text: string,
): Promise<string | null> {
  const { db, config } = app
  if (kind === 'tag') return findTagId(db, text)
  if (kind === 'author') return (await findAccountByHandle(db, config, text))?.id ?? null
  if (kind === 'status') {
    const id = normalizeId(text)
    const find = db.selectFrom('status').select('id').where('deleted_at', 'is', null)
    // by URL only the few trending statuses are searched
    const found =
      id !== null
        ? find.where('id', '=', id)
        : find
            .where('id', 'in', db.selectFrom('trend_status').select('status_id'))
            .where((eb) => eb.or([eb('url', '=', text), eb('uri', '=', text)]))
    return (await found.executeTakeFirst())?.id ?? null
  }
  const found =
    kind === 'link'
      ? db
          .selectFrom('shared_link')
          .select('id')
          .where('url', '=', parseUrl(text)?.href ?? '')
      : db.selectFrom('link_provider').select('id').where('host', '=', text.toLowerCase())
  return (await found.executeTakeFirst())?.id ?? null
}
