import { fromLocalTime } from '../../shared/local-time.ts'
import { filledPoll, isBlank, type Part, type Writing, wordsOf } from './writing.ts'

function bodyOf(part: Part, { language, quotePolicy }: Writing) {
  return {
    status: part.text,
    ...wordsOf(part),
    language,
    quote_approval_policy: quotePolicy,
    ...(part.poll === null ? {} : { poll: filledPoll(part.poll) }),
  }
}

/** The request that posts a part. @param before id of the status that it goes on from; null: it is the first */
export function postBody(part: Part, writing: Writing, before: string | null) {
  return {
    ...bodyOf(part, writing),
    visibility: writing.visibility,
    in_reply_to_id: before ?? writing.replyTo?.id ?? null,
    quoted_status_id: before === null ? (writing.quote?.id ?? null) : null,
  }
}

/** The request that posts all parts at their time, each answering the one before. */
export function threadBody(writing: Writing) {
  const posts = writing.parts.map((part, index) => {
    const body = postBody(part, writing, null)
    return index === 0 ? body : { ...body, in_reply_to_id: null, quoted_status_id: null }
  })
  return { posts, scheduled_at: fromLocalTime(writing.scheduledAt) }
}

/** The request that edits a status, with the descriptions of its files. */
export function changeBody(part: Part, writing: Writing) {
  const media = part.media.flatMap(({ media, description, focus }) =>
    media === null
      ? []
      : { id: media.id, description, ...(focus === null ? {} : { focus: focusText(focus) }) },
  )
  return { ...bodyOf(part, writing), media_attributes: media }
}

const focusText = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(2)},${y.toFixed(2)}`

/** The request that keeps the unfinished text at the server; parts that were posted are no draft. */
export function draftBody(writing: Writing) {
  return {
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
}
