import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Visibility } from '../../../kernel/db/schema.ts'
import { hold } from '../../automod/held.ts'
import { hashesOf, type Said } from '../screening/facts.ts'
import { noteScreened, type Screened, screenStatus } from '../screening/screen.ts'
import { type Screening, screeningElsewhere } from '../screening/screening.ts'
import { joinSearchText } from '../write/search-text.ts'
import type { Named } from './named-actors.ts'
import type { RemoteNote } from './reading/note.ts'
import type { RemoteAuthor } from './remote-author.ts'

interface Told {
  author: RemoteAuthor
  note: RemoteNote
  screening: Screening
}

/** The data that automatic rules need before the transaction. */
export function screeningOf(app: App, note: Pick<RemoteNote, 'media'>): Promise<Screening> {
  return screeningElsewhere(
    app,
    note.media.map(({ url }) => url),
  )
}

/** The verdict of the automatic rules on a remote status. */
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
 * Discards a status that a rule rejects, and holds a status for the staff if a rule says so.
 * Fetched or old statuses are not held: they can be fetched again.
 *
 * @param live delivered recently
 * @returns whether the status must not be stored
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
