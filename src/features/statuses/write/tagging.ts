import { DAY } from '../../../kernel/base/durations.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Visibility } from '../../../kernel/db/schema.ts'
import { countTagUses, ensureTags, putUnderTags, type TagName, tagStatus } from '../../tags/tags.ts'

/** ms for which the daily uses of a tag are queried */
const TAG_USES_KEPT = 30 * DAY

interface TaggedStatus {
  id: string
  /** of a local author, to whom some tags are forbidden */
  local: boolean
  accountId: string
  visibility: Visibility
  createdAt: number
}

/**
 * Puts a status under its tags, and counts their use if the status is public or unlisted.
 * @throws ValidationFailed for a tag that local accounts may not use
 */
export async function changeTags(
  tx: Tx,
  status: TaggedStatus,
  tags: readonly TagName[],
): Promise<void> {
  await countUses(
    tx,
    status,
    await tagStatus(tx, status.id, await ensureTags(tx, tags, status.local)),
  )
}

/** As `changeTags`, for a new status, which has no tags yet. */
export async function addTags(
  tx: Tx,
  status: TaggedStatus,
  tags: readonly TagName[],
): Promise<void> {
  if (tags.length === 0) return
  const tagIds = await ensureTags(tx, tags, status.local)
  await putUnderTags(tx.db, status.id, tagIds)
  await countUses(tx, status, tagIds)
}

async function countUses(tx: Tx, status: TaggedStatus, added: readonly string[]): Promise<void> {
  const isRecent = status.createdAt > tx.now - TAG_USES_KEPT
  if (status.visibility === 'public' && isRecent) {
    await countTagUses(tx, added, status.accountId, status.createdAt)
  }
}
