import { saveRemoteEmojis } from '../../emojis/remote.ts'
import { saveRemoteMedia } from '../../media/remote.ts'
import type { Tx } from '../../transact.ts'
import type { RemoteAuthor } from './author.ts'
import type { RemoteNote } from './reading/note.ts'

/** @returns ids of its attachments, for `media_ids` */
export async function keepMedia(
  tx: Tx,
  { author, note, statusId }: { author: RemoteAuthor; note: RemoteNote; statusId: string },
): Promise<string[]> {
  if (note.media.length === 0) return []
  return saveRemoteMedia(tx, { accountId: author.id, statusId }, note.media)
}

export async function keepEmojis(tx: Tx, author: RemoteAuthor, note: RemoteNote): Promise<void> {
  if (note.emojis.length > 0) await saveRemoteEmojis(tx, author.domain, note.emojis)
}
