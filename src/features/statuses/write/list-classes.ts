import type { Visibility } from '../../../kernel/db/schema.ts'

/** The columns that decide the index ranges in which lists find a status. */
interface Facts {
  accountId: string
  visibility: Visibility
  isReblog: boolean
  /** author of the status that this one replies to */
  inReplyToAccountId: string | null
  local: boolean
  hasMedia: boolean
}

const MEDIA = 1
const [REBLOG, REPLY, POST] = [0, 1, 3]
const [PRIVATE, DIRECT] = [10, 20]

/**
 * The list classes of a status. The row stores them so that each filter of a list is a range of an
 * index: `listed_as` for public timelines (`tags/list-class.ts`; null: not listed) and `shelf` for
 * the statuses of its author. They change with media and visibility.
 */
export function classesOf(status: Facts): { listed_as: number | null; shelf: number } {
  const { visibility, isReblog, inReplyToAccountId, accountId, local } = status
  const media = status.hasMedia ? MEDIA : 0
  const isReply = inReplyToAccountId !== null && inReplyToAccountId !== accountId
  const isListed = visibility === 'public' && !isReblog && !isReply
  const circle = visibility === 'private' ? PRIVATE : visibility === 'direct' ? DIRECT : 0
  const kind = isReblog ? REBLOG : (isReply ? REPLY : POST) + media
  return { listed_as: isListed ? (local ? 1 : 3) + media : null, shelf: circle + kind }
}

export interface ListClassFilter {
  onlyMedia: boolean
  /** replies to the account itself stay */
  excludeReplies: boolean
  excludeReblogs: boolean
}

/**
 * Classes that everybody may see, classes for followers, and classes for mentioned accounts only.
 */
export function listClassesOf(wanted: ListClassFilter): {
  open: number[]
  private: number[]
  direct: number[]
} {
  const open = [REBLOG, REPLY, REPLY + MEDIA, POST, POST + MEDIA].filter(
    (kind) =>
      !(wanted.onlyMedia && kind !== REPLY + MEDIA && kind !== POST + MEDIA) &&
      !(wanted.excludeReplies && (kind === REPLY || kind === REPLY + MEDIA)) &&
      !(wanted.excludeReblogs && kind === REBLOG),
  )
  const within = (circle: number) => open.map((kind) => circle + kind)
  return { open, private: within(PRIVATE), direct: within(DIRECT) }
}
