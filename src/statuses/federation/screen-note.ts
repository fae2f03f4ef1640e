import type { App } from '../../app.ts'
import { hold } from '../../automod/held.ts'
import type { Visibility } from '../../db/schema.ts'
import type { Tx } from '../../transact.ts'
import { hashesOf, type Said } from '../screening/facts.ts'
import { noteScreened, type Screened, screenStatus } from '../screening/screen.ts'
import { type Screening, screeningElsewhere } from '../screening/screening.ts'
import { joinSearchText } from '../search-text.ts'
import type { RemoteAuthor } from './author.ts'
import type { Named } from './named.ts'
import type { RemoteNote } from './reading/note.ts'

interface Told {
  author: RemoteAuthor
  note: RemoteNote
  screening: Screening
}

/** What automatic rules need before the transaction. */
export function screeningOf(app: App, note: Pick<RemoteNote, 'media'>): Promise<Screening> {
  return screeningElsewhere(
    app,
    note.media.map(({ url }) => url),
  )
}

/** What automatic rules say of a status of another server. */
export function screenNote(
  tx: Tx,
  { author, note, screening }: Told,
  seen: { named: Named; isReply: boolean; visibility: Visibility },
): Promise<Screened | null> {
  const by = { accountId: author.id, origin: 'remote' as const }
  return screenStatus(tx, screening, by, (): Said => {
    const mentionedIds = seen.named.mentions.flatMap(({ accountId, silent }) =>
      silent ? [] : [accountId],
    )
    return {
      text: note.text,
      spoilerText: note.spoilerText,
      html: note.html,
      more: [
        ...(note.poll?.options.map(({ title }) => title) ?? []),
        ...note.media.map(({ description }) => description ?? ''),
      ],
      tags: note.tags.map(({ name }) => name),
      mentions: note.mentionUris.length,
      mentionedIds,
      mentionedUrls: note.mentionUris,
      mediaCount: note.media.length,
      mediaHashes: hashesOf(
        screening,
        note.media.map(({ url }) => url),
      ),
      sensitive: note.sensitive,
      language: note.language,
      visibility: seen.visibility,
      isReply: seen.isReply,
    }
  })
}

/**
 * Keeps out what a rule refuses, and has the staff look at what one holds back; of what nobody sent, as it was
 * fetched or is old, there is nothing to look at: it can be fetched again.
 *
 * @param live it is news
 * @returns whether it is kept out
 */
export async function keepsOut(
  tx: Tx,
  screened: Screened,
  { author, note }: Told,
  live: boolean,
): Promise<boolean> {
  const isHeld = screened.reject === null && screened.hold !== null
  if (screened.reject === null && !isHeld) return false
  await noteScreened(tx, screened, null)
  if (isHeld && live) {
    await hold(tx, screened.hold!, {
      kind: 'status',
      accountId: author.id,
      uri: note.uri,
      input: note,
      text: joinSearchText([note.spoilerText, note.text]),
    })
  }
  return true
}
