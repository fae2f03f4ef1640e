import { api } from '../../shared/api.ts'
import { asApiError } from '../../shared/api-error.ts'
import type { MediaAttachment } from '../../shared/entities/api.ts'
import { asLocalTime, fromLocalTime } from '../../shared/local-time.ts'
import { findOrNull } from './related.ts'
import {
  attachedOf,
  emptyPart,
  isBlank,
  type QuotePolicy,
  type Visibility,
  type Writing,
  type WrittenPoll,
  wordsOf,
} from './writing.ts'

export const DRAFTS = '/api/rookery/v1/drafts'

/** What the server keeps of something that is not posted yet. */
export interface Draft {
  id: string
  created_at: string
  updated_at: string
  in_reply_to_id: string | null
  quoted_status_id: string | null
  visibility: Visibility | null
  quote_approval_policy: QuotePolicy | null
  language: string | null
  scheduled_at: string | null
  posts: readonly {
    text: string
    spoiler_text: string
    sensitive: boolean
    media_attachments: readonly MediaAttachment[]
    poll: WrittenPoll | null
  }[]
}

/** Keeps it at the server. @returns the draft, a new one if there was none or it was deleted elsewhere */
export async function saveAsDraft(writing: Writing): Promise<Draft> {
  const body = {
    in_reply_to_id: writing.replyTo?.id ?? null,
    quoted_status_id: writing.quote?.id ?? null,
    visibility: writing.visibility,
    quote_approval_policy: writing.quotePolicy,
    language: writing.language,
    scheduled_at: fromLocalTime(writing.scheduledAt),
    posts: writing.parts
      .filter((part, index) => part.sentId === null && (index === 0 || !isBlank(part)))
      .map((part) => ({ text: part.text, ...wordsOf(part), poll: part.poll })),
  }
  if (writing.draftId === null) return api.post<Draft>(DRAFTS, body)
  try {
    return await api.put<Draft>(`${DRAFTS}/${writing.draftId}`, body)
  } catch (error) {
    if (asApiError(error).status !== 404) throw error
    return api.post<Draft>(DRAFTS, body)
  }
}

export const deleteDraft = (id: string): Promise<unknown> => api.delete(`${DRAFTS}/${id}`)

/** What a draft of the server was. */
export async function draftWriting(
  plain: Writing,
  id: string,
): Promise<{ writing: Writing; notice: string }> {
  const draft = await api.get<Draft>(`${DRAFTS}/${id}`)
  const [replyTo, quote] = await Promise.all([
    findOrNull(draft.in_reply_to_id),
    findOrNull(draft.quoted_status_id),
  ])
  const parts = draft.posts.map((post) =>
    emptyPart({
      text: post.text,
      spoiler_text: post.spoiler_text,
      warned: post.spoiler_text !== '',
      sensitive: post.sensitive,
      media: post.media_attachments.map(attachedOf),
      poll: post.poll,
    }),
  )
  const writing: Writing = {
    ...plain,
    draftId: draft.id,
    replyTo: replyTo.status,
    quote: quote.status,
    visibility: draft.visibility ?? plain.visibility,
    quotePolicy: draft.quote_approval_policy ?? plain.quotePolicy,
    language: draft.language ?? plain.language,
    scheduledAt: asLocalTime(draft.scheduled_at),
    parts: parts.length === 0 ? plain.parts : parts,
  }
  return { writing, notice: replyTo.notice || quote.notice }
}
