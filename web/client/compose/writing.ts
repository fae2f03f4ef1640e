import type { MediaAttachment, Status } from '../../shared/entities/api.ts'

export type Visibility = Status['visibility']
export type QuotePolicy = 'public' | 'followers' | 'nobody'

export interface WrittenPoll {
  options: readonly string[]
  /** s */
  expires_in: number
  multiple: boolean
  hide_totals: boolean
}

/** A file of a post: on its way to the server, or there. */
export interface Attached {
  key: string
  name: string
  kind: 'image' | 'video' | 'audio'
  state: 'uploading' | 'processing' | 'ready' | 'failed'
  /** 0 to 1 */
  progress: number
  /** why it failed, for people */
  problem: string | null
  media: MediaAttachment | null
  description: string
  focus: { x: number; y: number } | null
}

/** One post of what is being written. */
export interface Part {
  /** its Idempotency-Key: however often it is sent, it is posted once */
  key: string
  text: string
  spoiler_text: string
  /** the field for the content warning is shown */
  warned: boolean
  sensitive: boolean
  media: readonly Attached[]
  poll: WrittenPoll | null
  /** the status that it became: later posts of a thread may have failed */
  sentId: string | null
  /** what was sent without an answer: the server may have taken it */
  tried: string | null
}

/** All that is being written, as plain data, so that it can be kept in the browser as it is. */
export interface Writing {
  /** what it is kept under: one text for each purpose */
  slot: string
  /** by which the server knows its draft, however often that is sent (S-615) */
  key: string
  /** a draft may be at the server though its id never came */
  isDraftSent: boolean
  /** the same of scheduled posts */
  isScheduleSent: boolean
  parts: readonly Part[]
  visibility: Visibility
  language: string
  quotePolicy: QuotePolicy
  /** as `<input type="datetime-local">` has it; '' is at once */
  scheduledAt: string
  replyTo: Status | null
  quote: Status | null
  /** the status that is changed */
  editId: string | null
  /** the scheduled thread that is changed, and what it was; `isReleased`: it was deleted, perhaps without an answer */
  scheduled: { id: string; content: string; isReleased?: boolean } | null
  /** of the server */
  draftId: string | null
}

export function emptyPart(given: Partial<Part> = {}): Part {
  return {
    key: crypto.randomUUID(),
    text: '',
    spoiler_text: '',
    warned: false,
    sensitive: false,
    media: [],
    poll: null,
    sentId: null,
    tried: null,
    ...given,
  }
}

export const emptyPoll = (): WrittenPoll => ({
  options: ['', ''],
  expires_in: 86_400,
  multiple: false,
  hide_totals: false,
})

/** An attachment that the server has. */
export function attachedOf(media: MediaAttachment): Attached {
  return {
    key: crypto.randomUUID(),
    name: '',
    kind: media.type === 'audio' ? 'audio' : media.type === 'video' ? 'video' : 'image',
    state: 'ready',
    progress: 1,
    problem: null,
    media,
    description: media.description ?? '',
    focus: media.meta?.focus ?? null,
  }
}

/** The parts of a post that readers see, as text to compare. */
export const contentOf = (part: Part): string =>
  JSON.stringify([
    part.text,
    part.warned ? part.spoiler_text : '',
    part.sensitive,
    part.media.map(({ media, description, focus }) => [media?.id ?? '', description, focus]),
    part.poll,
  ])

export const contentsOf = (writing: Writing): string =>
  JSON.stringify([writing.parts.map(contentOf), writing.quote?.id ?? null])

export const isBlank = (part: Part): boolean =>
  part.text.trim() === '' &&
  part.media.length === 0 &&
  (part.poll === null || part.poll.options.every((option) => option.trim() === '')) &&
  part.spoiler_text.trim() === ''

/** Parameters of a part that posting, editing and drafting share. */
export function wordsOf(part: Part) {
  return {
    spoiler_text: part.warned ? part.spoiler_text.trim() : '',
    sensitive: part.sensitive,
    media_ids: part.media.flatMap(({ media }) => (media === null ? [] : media.id)),
  }
}

/** A poll without the fields that were left empty. */
export const filledPoll = (poll: WrittenPoll): WrittenPoll => ({
  ...poll,
  options: poll.options.map((option) => option.trim()).filter((option) => option !== ''),
})
