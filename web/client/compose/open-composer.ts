import { signal } from '@preact/signals'
import type { ScheduledThread, Status, StatusSource } from '../../shared/entities/api.ts'
import type { LocalDraft } from './local-drafts.ts'

/** Purpose of opening the composer. */
export interface Intent {
  /** answers this one: its people, visibility and content warning are taken over */
  replyTo?: Status
  quote?: Status
  /** changes this one; `source` as the API gives it */
  edit?: { status: Status; source: StatusSource }
  /** what a deleted status was, to be written anew */
  redraft?: { status: Status; source: StatusSource }
  /** goes on with posts that wait for their time */
  scheduled?: ScheduledThread
  /** goes on with a draft that the server keeps */
  draftId?: string
  /** goes on with what this browser keeps */
  kept?: LocalDraft
  text?: string
  visibility?: Status['visibility']
}

/** The purpose of the open composer; null while it is closed. */
export const intent = signal<Intent | null>(null)

/** Opens the composer above the page. What was being written before is kept as a draft. */
export function openComposer(wanted: Intent = {}): void {
  // each time another one: opening the same twice is opening it again
  intent.value = { ...wanted }
}
