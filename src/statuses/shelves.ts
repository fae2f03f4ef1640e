import type { Visibility } from '../db/schema.ts'

/** The columns that decide in which ranges of their indexes lists find a status. */
interface Facts {
  accountId: string
  visibility: Visibility
  isReblog: boolean
  /** whom it replies to */
  inReplyToAccountId: string | null
  local: boolean
  hasMedia: boolean
}

const MEDIA = 1
const [REBLOG, REPLY, POST] = [0, 1, 3]
const [PRIVATE, DIRECT] = [10, 20]

/**
 * The classes of a status, which its row keeps so that each filter of a list is a range of an index: what public
 * timelines list it as (`tags/listed-as.ts`; null: they do not), and its shelf among the statuses of its author.
 * They change with media and visibility.
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

export interface Shelves {
  onlyMedia: boolean
  /** except those to the account itself */
  excludeReplies: boolean
  excludeReblogs: boolean
}

/** Of what anybody may see, of what followers may, and of what only those may who are named. */
export function shelvesOf(wanted: Shelves): {
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
