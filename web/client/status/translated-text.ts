/** custom emoji, which are no words */
const SHORTCODE = /(:\w+:)/

/** Translates what is words in a text; its spaces, shortcodes and signs stay. */
export async function translatedText(
  text: string,
  translate: (part: string) => Promise<string>,
): Promise<string> {
  const parts: string[] = []
  for (const part of text.split(SHORTCODE)) {
    const isWords = /\p{L}/u.test(part) && !SHORTCODE.test(part)
    const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(part) ?? []
    parts.push(isWords ? before + (await translate(words)) + after : part)
  }
  return parts.join('')
}
