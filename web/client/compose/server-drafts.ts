import { api } from '../../shared/api.ts'
import { asApiError } from '../../shared/api-error.ts'
import type { MediaAttachment } from '../../shared/entities/api.ts'
import { asLocalTime } from '../../shared/local-time.ts'
import { findOrNull } from './find-status.ts'
import { draftBody } from './request-bodies.ts'
import {
  attachedOf,
  emptyPart,
  type QuotePolicy,
  type Visibility,
  type Writing,
  type WrittenPoll,
} from './writing.ts'

export const DRAFTS = '/api/rookery/v1/drafts'

/** A draft that the server stores. */
export interface Draft {
  id: string
  client_id: string | null
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

/**
 * Keeps it at the server. @returns the draft; a new one if it was deleted elsewhere, else always the one that was
 * made of this writing, also if no answer ever told its id
 */
export async function saveAsDraft(writing: Writing): Promise<Draft> {
  const body = draftBody(writing)
  const named = { ...body, client_id: writing.key }
  if (writing.draftId === null) return api.post<Draft>(DRAFTS, named)
  try {
    return await api.put<Draft>(`${DRAFTS}/${writing.draftId}`, body)
  } catch (error) {
    if (asApiError(error).status !== 404) throw error
    return api.post<Draft>(DRAFTS, named)
  }
}

/** Deletes the draft of what was posted, also one whose id never came. @returns whether there was one */
export async function deletePosted({ draftId, key, isDraftSent }: Writing): Promise<boolean> {
  if (draftId === null && !isDraftSent) return false
  const unnamed = { client_id: key, posts: [{ text: '' }] }
  await deleteDraft(draftId ?? (await api.post<Draft>(DRAFTS, unnamed)).id)
  return true
}

export const deleteDraft = (id: string): Promise<unknown> => api.delete(`${DRAFTS}/${id}`)

/** Whether a draft was made of what is written here. */
export const isDraftOf = (writing: Writing, draft: Draft): boolean =>
  writing.draftId === draft.id || writing.key === draft.client_id

/** The post that a stored draft holds. */
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
    key: draft.client_id ?? plain.key,
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
