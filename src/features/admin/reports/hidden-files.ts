import { type JsonText, toJson } from '../../../kernel/base/json.ts'
import { servedFileUrl } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import { staffLink } from '../../../kernel/storage/staff-links.ts'

interface Shown {
  account: { suspended?: boolean }
  media_attachments: { url: string | null; preview_url: string | null }[]
}

/**
 * A reported status of a suspended account, with signed URLs by which the staff can still see its
 * files.
 */
export function withHiddenFiles(app: Pick<App, 'config' | 'keys' | 'clock'>, text: JsonText) {
  const status = JSON.parse(text) as Shown
  if (status.account.suspended !== true || status.media_attachments.length === 0) return text
  const linked = (address: string | null) => {
    const ours = address === null ? null : (servedFileUrl(app.config, address) ?? address)
    return ours?.startsWith(`${app.config.origin}/`)
      ? staffLink(app.keys, ours, app.clock())
      : address
  }
  const media_attachments = status.media_attachments.map((media) => ({
    ...media,
    url: linked(media.url),
    preview_url: linked(media.preview_url),
  }))
  return toJson({ ...status, media_attachments })
}
