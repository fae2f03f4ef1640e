import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { Nullable } from '../../../kernel/http/params.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { parseTime } from '../../../kernel/text/iso-time.ts'
import type { AnnouncementChange } from '../../announcements/change-announcement.ts'

const Time = Type.Optional(Nullable(Type.String()))

export const AnnouncementBody = Type.Object({
  text: Type.Optional(Type.String()),
  starts_at: Time,
  ends_at: Time,
  all_day: Type.Optional(Type.Boolean()),
  scheduled_at: Time,
  published: Type.Optional(Type.Boolean()),
})

/** @throws ValidationFailed for an invalid time; blank and null remove a time */
export function readAnnouncement(body: Static<typeof AnnouncementBody>): AnnouncementChange {
  const { text, all_day, starts_at, ends_at, scheduled_at } = body
  return {
    ...(text === undefined ? {} : { text }),
    ...(all_day === undefined ? {} : { allDay: all_day }),
    ...(starts_at === undefined ? {} : { startsAt: readTime('Starts at', starts_at) }),
    ...(ends_at === undefined ? {} : { endsAt: readTime('Ends at', ends_at) }),
    ...(scheduled_at === undefined ? {} : { publishAt: readTime('Scheduled at', scheduled_at) }),
  }
}

function readTime(name: string, text: string | null): number | null {
  if (text === null || text.trim() === '') return null
  const at = parseTime(text)
  if (at === null) throw new ValidationFailed(`${name} is no time`)
  return at
}
