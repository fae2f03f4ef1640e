import type { Tx } from '../../../kernel/core/tx.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Visibility } from '../../../kernel/db/schema.ts'
import type { TagName } from '../../tags/tags.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { insertVersion, type Version, versionOf } from '../read/history.ts'
import { relinkCollections } from './collections.ts'
import { classesOf } from './list-classes.ts'
import { insertMentions, type NewMention } from './mentions.ts'
import { refreshSearchText } from './store.ts'
import { changeTags } from './tagging.ts'

/** The complete content of a status after an edit. */
export interface Revision {
  /** unchanged, or narrower */
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
  /** URLs in the text; any of them may be the URL of a collection */
  addresses: readonly string[]
  /** ms since 1970 */
  at: number
}

/**
 * Writes the next version of a status and stores both versions in its history. The caller changes
 * media and poll first.
 *
 * @param original the version before, if none is stored yet; else null
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

/** Accounts that are no longer mentioned keep access through a silent mention. */
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
