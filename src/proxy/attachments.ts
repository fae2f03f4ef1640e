import type { App } from '../app.ts'
import { prepared } from '../db/prepared.ts'
import { NotFound } from '../errors.ts'
import { presentMedia } from '../media/serializer.ts'
import { visibleTo } from '../statuses/visibility.ts'

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
 * Where clients find the file of an attachment, as its entity says.
 * @throws NotFound if there is no such file, or not everybody may see the status that it is part of
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
