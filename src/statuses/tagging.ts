import type { Visibility } from '../db/schema.ts'
import { countTagUses, ensureTags, putUnderTags, type TagName, tagStatus } from '../tags/tags.ts'
import type { Tx } from '../transact.ts'

/** ms after which nobody asks any more on which day a tag was used */
const TAG_USES_KEPT = 30 * 86_400_000

interface TaggedStatus {
  id: string
  /** by somebody of this server, who may not write every tag */
  local: boolean
  accountId: string
  visibility: Visibility
  createdAt: number
}

/**
 * Puts a status under its tags, and notes their use if all may see it.
 * @throws ValidationFailed for a tag that people here may not write
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

/** The same for a status that is new, and under none. */
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
