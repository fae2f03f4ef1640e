import type { Status } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'

/** A post as a line of plain text: its warning instead of what stands behind one, then its text, then what is attached. */
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

/** The text of a post without markup. */
export function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replace(/<br ?\/?>|<\/p>/g, ' $&'),
    'text/html',
  )
  return (body.textContent ?? '').trim()
}
