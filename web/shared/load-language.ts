import { type Catalogue, isRightToLeft, speak } from './i18n.ts'

/** A module that loads the words of a program. */
interface Words {
  load: (tag: string) => Promise<unknown> | undefined
}

/**
 * Speaks what was chosen in this program, else the language of the document, which the server found by the choice in this
 * browser, the account and what the browser wants (src/kernel/http/locale.ts).
 */
export async function loadLanguage(words: () => Promise<Words>, chosen = ''): Promise<void> {
  const root = document.documentElement
  let tag = chosen || root.lang
  try {
    if (tag !== 'en') {
      const { load } = await words()
      speak(tag, ((await load(tag)) as { messages: Catalogue }).messages)
    }
  } catch {
    // without its words the program still works, in English
    tag = 'en'
  }
  root.lang = tag
  root.dir = isRightToLeft(tag) ? 'rtl' : 'ltr'
}
