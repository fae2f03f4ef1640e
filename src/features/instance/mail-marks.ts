import { markGroup } from './marks.ts'

/** How sending mails goes; times are ms since 1970. */
export interface MailMarks {
  /** the last mail that could not be sent, until one is; not those that were refused for their address */
  failed: { at: number; reason: string } | null
}

export const mailMarks = markGroup<MailMarks>('mail', { failed: null })
