import { idIn } from '../db/id-in.ts'
import type { Visibility } from '../db/schema.ts'
import type { TagName } from '../tags/tags.ts'
import type { Tx } from '../transact.ts'
import { relinkCollections } from './collections.ts'
import { insertVersion, type Version, versionOf } from './history.ts'
import { insertMentions, type NewMention } from './mentions.ts'
import { findStatus, type StatusRow } from './queries.ts'
import { classesOf } from './shelves.ts'
import { refreshSearchText } from './store.ts'
import { changeTags } from './tagging.ts'

/** All that a status says and has from now on. */
export interface Revision {
  /** as it was, or for fewer people */
  visibility: Visibility
  text: string
  html: string
  spoilerText: string
  sensitive: boolean
  language: string | null
  mediaIds: readonly string[]
  pollId: string | null
  mentions: readonly NewMention[]
  tags: readonly TagName[]
  /** any of which may be that of a collection */
  addresses: readonly string[]
  /** ms since 1970 */
  at: number
}

/**
 * Gives a status its next version and keeps both in its history. Media and poll are changed before.
 *
 * @param original what it said before, if none of its versions is kept yet
 */
export async function reviseStatus(
  tx: Tx,
  before: StatusRow,
  original: Version | null,
  revision: Revision,
): Promise<void> {
  const { id, account_id: accountId, created_at: createdAt } = before
  const { visibility } = revision
  await tx.db
    .updateTable('status')
    .set({
      visibility,
      text: revision.text,
      content: revision.html,
      spoiler_text: revision.spoilerText,
      sensitive: revision.sensitive,
      language: revision.language,
      media_ids: JSON.stringify(revision.mediaIds),
      poll_id: revision.pollId,
      edited_at: revision.at,
      version: before.version + 1,
      ...classesOf({
        accountId,
        visibility,
        isReblog: before.reblog_of_id !== null,
        inReplyToAccountId: before.in_reply_to_account_id,
        local: before.local,
        hasMedia: revision.mediaIds.length > 0,
      }),
    })
    .where('id', '=', id)
    .execute()
  await changeMentions(tx, id, revision.mentions)
  await changeTags(tx, { id, local: before.local, accountId, visibility, createdAt }, revision.tags)
  if (before.links_collections || revision.addresses.length > 0) {
    await relinkCollections(tx, id, revision.addresses)
  }
  await refreshSearchText(tx, id)
  if (original !== null) await insertVersion(tx, id, original)
  const after = await findStatus(tx.db, id)
  if (after !== null) await insertVersion(tx, id, await versionOf(tx.db, after, revision.at))
  tx.emit({ type: 'status.edited', statusId: id, accountId })
}

/** Whom it names no more stays able to see it, but is not named. */
async function changeMentions(
  tx: Tx,
  statusId: string,
  mentions: readonly NewMention[],
): Promise<void> {
  const named = mentions.filter((mention) => !mention.silent).map(({ accountId }) => accountId)
  const dropped = tx.db
    .updateTable('mention')
    .set({ silent: true })
    .where('status_id', '=', statusId)
    .where('silent', '=', false)
  await (named.length === 0
    ? dropped
    : dropped.where((eb) => eb.not(idIn(tx.db, 'account_id', named)))
  ).execute()
  await insertMentions(tx.db, statusId, mentions)
}
