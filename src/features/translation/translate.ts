import { Forbidden } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { optionTitles } from '../polls/queries.ts'
import type { StatusRow } from '../statuses/queries.ts'
import { type TranslationBackend, UNKNOWN_LANGUAGE } from './backends/backend.ts'
import type { LanguagePair } from './languages.ts'
import { type Protected, protectHtml, protectText, restoreHtml, restoreText } from './protect.ts'
import type { TranslatedBody } from './tables.ts'

/** maximum of characters of HTML */
const LONGEST = 60_000

/** The texts of a status, in the order in which they are sent. */
interface Parts {
  content: string
  spoilerText: string
  options: string[]
  media: { id: string; description: string }[]
}

/**
 * Translates all texts of a status in one request.
 *
 * @throws Forbidden if it is too long
 * @throws Unreachable
 */
export async function translateStatus(
  app: Pick<App, 'db'>,
  backend: TranslationBackend,
  status: StatusRow,
  pair: LanguagePair,
): Promise<TranslatedBody> {
  const parts = await loadParts(app, status)
  const plain = [
    parts.spoilerText,
    ...parts.options,
    ...parts.media.map(({ description }) => description),
  ]
  const content = protectHtml(parts.content)
  const all = [content, ...plain.map(protectText)]
  const { texts, language } = await translateAll(backend, all, pair)
  const [html = '', spoilerText = '', ...rest] = texts
  const options = rest.slice(0, parts.options.length)
  const descriptions = rest.slice(parts.options.length)
  return {
    content: parts.content === '' ? '' : restoreHtml(html, content),
    spoiler_text: spoilerText,
    detected_source_language: language,
    provider: backend.provider,
    poll:
      status.poll_id === null
        ? null
        : { id: status.poll_id, options: options.map((title) => ({ title })) },
    media_attachments: parts.media.map(({ id }, at) => ({
      id,
      description: descriptions[at] ?? '',
    })),
  }
}

async function loadParts({ db }: Pick<App, 'db'>, status: StatusRow): Promise<Parts> {
  const options = status.poll_id === null ? [] : await optionTitles(db, status.poll_id)
  const rows =
    status.media_ids.length === 0
      ? []
      : await db
          .selectFrom('media_attachment')
          .select(['id', 'description'])
          .where(idIn(db, 'id', status.media_ids))
          .execute()
  const descriptions = new Map(rows.map((row) => [row.id, row.description]))
  const media = status.media_ids.flatMap((id) => {
    const description = descriptions.get(id)
    return description ? [{ id, description }] : []
  })
  return { content: status.content, spoilerText: status.spoiler_text, options, media }
}

/** The first text is returned as HTML, the others as plain text; empty ones are not sent. */
async function translateAll(
  backend: TranslationBackend,
  all: readonly Protected[],
  { source, target }: LanguagePair,
): Promise<{ texts: string[]; language: string }> {
  const sent = all.filter(({ html }) => html.trim() !== '')
  if (sent.reduce((sum, { html }) => sum + html.length, 0) > LONGEST) {
    throw new Forbidden('This post is too long to be translated')
  }
  const none = { texts: [], detectedLanguage: null }
  const done =
    sent.length === 0
      ? none
      : await backend.translate(
          sent.map(({ html }) => html),
          source,
          target,
        )
  const byPart = new Map(sent.map((part, at) => [part, done.texts[at] ?? '']))
  const texts = all.map((part, at) => {
    const text = byPart.get(part) ?? ''
    return at === 0 ? text : restoreText(text, part)
  })
  return { texts, language: done.detectedLanguage ?? source ?? UNKNOWN_LANGUAGE }
}
