import type { Status, Translation } from '../../shared/entities/api.ts'
import { type DeviceTranslator, type Pair, translatorApi } from './device-pairs.ts'
import { translatedText } from './translated-text.ts'

/**
 * Translates a status in the browser, which sends nothing of it anywhere. What it needs for the language is loaded first.
 * @param progress hears how much of that is there, from 0 to 1
 */
export async function translateHere(
  status: Status,
  pair: Pair,
  progress: (part: number) => void,
): Promise<Translation> {
  const translator = await translatorApi()?.create({
    ...pair,
    monitor: (of) =>
      of.addEventListener('downloadprogress', (event) => {
        progress((event as Event & { loaded?: number }).loaded ?? 0)
      }),
  })
  if (translator === undefined) throw new Error('this browser does not translate')
  progress(1)
  try {
    return await translationBy(translator, status, pair)
  } finally {
    translator.destroy?.()
  }
}

async function translationBy(
  translator: DeviceTranslator,
  { content, spoiler_text, poll, media_attachments }: Status,
  { sourceLanguage, targetLanguage }: Pair,
): Promise<Translation> {
  const say = (text: string) => translatedText(text, (part) => translator.translate(part))
  const options: { title: string }[] = []
  for (const { title } of poll?.options ?? []) options.push({ title: await say(title) })
  const media: { id: string; description: string }[] = []
  for (const { id, description } of media_attachments) {
    if (description) media.push({ id, description: await say(description) })
  }
  return {
    content: await translatedHtml(content, say),
    spoiler_text: await say(spoiler_text),
    language: targetLanguage,
    detected_source_language: sourceLanguage,
    provider: '',
    poll: poll === null ? null : { id: poll.id, options },
    media_attachments: media,
  }
}

/** what is a name or code stays as it is written */
const KEPT = 'a, code, pre'

/** Only text changes: what the server has sanitised keeps its elements. */
async function translatedHtml(html: string, say: (text: string) => Promise<string>) {
  const template = document.createElement('template')
  template.innerHTML = html
  const walker = document.createTreeWalker(template.content, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    if (node.parentElement?.closest(KEPT)) continue
    node.nodeValue = await say(node.nodeValue ?? '')
  }
  return template.innerHTML
}
