import type { Status } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { statusPath } from '../state/accounts.ts'
import type { Post } from '../state/statuses.ts'

/** The text of a post in two lines, linked to it: enough to recognise the post. */
export function StatusPreview({ post }: { post: Post }) {
  const status = post.shown.value
  return (
    <a
      class="post-preview"
      href={statusPath(status)}
      data-key="open"
      dir="auto"
      lang={status.language ?? undefined}
    >
      {wordsOf(status)}
    </a>
  )
}

/** Its warning instead of what stands behind one, then its text, then what is attached. */
export function wordsOf(status: Status): string {
  const [filter] = status.filtered ?? []
  if (filter !== undefined)
    return t('Hidden by your filter “{title}”', { title: filter.filter.title })
  if (status.spoiler_text !== '') return status.spoiler_text
  const text = textOf(status.content)
  if (text !== '') return text
  const { length } = status.media_attachments
  if (length > 0) return plural(length, '{n} attachment', '{n} attachments')
  return status.poll === null ? t('A post without words') : t('A poll')
}

/** Its text without markup. */
export function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replace(/<br ?\/?>|<\/p>/g, ' $&'),
    'text/html',
  )
  return (body.textContent ?? '').trim()
}
