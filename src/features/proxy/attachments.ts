import { NotFound } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { presentMedia } from '../media/serializer.ts'
import { visibleTo } from '../statuses/read/visibility.ts'

const shownToAll = prepared((db, p: { id: string }) =>
  db
    .selectFrom('media_attachment')
    .innerJoin('status', 'status.id', 'media_attachment.status_id')
    .innerJoin('account', 'account.id', 'status.account_id')
    .where('media_attachment.id', '=', p.id)
    .where((eb) => visibleTo(eb as never, null))
    .selectAll('media_attachment'),
)

/**
 * The URL of an attachment's file, as in its entity.
 * @throws NotFound if there is no such file, or its status is not public or unlisted
 */
export async function getAttachmentAddress(
  app: App,
  id: string,
  style: 'original' | 'small',
): Promise<string> {
  const [media] = await shownToAll(app.db, { id })
  if (media === undefined) throw new NotFound()
  const { url, preview_url } = presentMedia(app.config, media)
  const address = style === 'small' ? preview_url : url
  if (address === null) throw new NotFound()
  return address
}
