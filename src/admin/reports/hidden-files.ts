import type { App } from '../../app.ts'
import { type JsonText, toJson } from '../../json.ts'
import { staffLink } from '../../storage/staff-links.ts'

interface Shown {
  account: { suspended?: boolean }
  media_attachments: { url: string | null; preview_url: string | null }[]
}

/** A reported status by somebody suspended, with addresses by which the staff sees its files all the same. */
export function withHiddenFiles(app: Pick<App, 'config' | 'keys' | 'clock'>, text: JsonText) {
  const status = JSON.parse(text) as Shown
  if (status.account.suspended !== true || status.media_attachments.length === 0) return text
  const linked = (address: string | null) =>
    address?.startsWith(`${app.config.origin}/`)
      ? staffLink(app.keys, address, app.clock())
      : address
  const media_attachments = status.media_attachments.map((media) => ({
    ...media,
    url: linked(media.url),
    preview_url: linked(media.preview_url),
  }))
  return toJson({ ...status, media_attachments })
}
