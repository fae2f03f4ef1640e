import type { Tx } from '../../../kernel/core/tx.ts'
import { saveRemoteEmojis } from '../../emojis/remote.ts'
import { saveRemoteMedia } from '../../media/remote.ts'
import type { RemoteNote } from './reading/note.ts'
import type { RemoteAuthor } from './remote-author.ts'

/** @returns ids of its attachments, for `media_ids` */
export async function saveMedia(
  tx: Tx,
  { author, note, statusId }: { author: RemoteAuthor; note: RemoteNote; statusId: string },
): Promise<string[]> {
  if (note.media.length === 0) return []
  return saveRemoteMedia(tx, { accountId: author.id, statusId }, note.media)
}

export async function saveEmojis(tx: Tx, author: RemoteAuthor, note: RemoteNote): Promise<void> {
  if (note.emojis.length > 0) await saveRemoteEmojis(tx, author.domain, note.emojis)
}
