import type { Account, CustomEmoji } from './account.ts'

export interface MediaAttachment {
  id: string
  type: 'image' | 'gifv' | 'video' | 'audio' | 'unknown'
  url: string
  preview_url: string | null
  description: string | null
}

/** @see https://docs.joinmastodon.org/entities/Status/ */
export interface Status {
  id: string
  created_at: string
  edited_at: string | null
  sensitive: boolean
  spoiler_text: string
  visibility: 'public' | 'unlisted' | 'private' | 'direct'
  language: string | null
  url: string | null
  content: string
  account: Account
  reblog: Status | null
  replies_count: number
  reblogs_count: number
  favourites_count: number
  media_attachments: MediaAttachment[]
  emojis: CustomEmoji[]
  poll: { options: { title: string; votes_count: number | null }[] } | null
  card: { url: string; title: string } | null
}
