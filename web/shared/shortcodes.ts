import type { CustomEmoji } from './entities/account.ts'

/** Text, shortcode, text, shortcode … of emoji, in turn. */
export const splitShortcodes = (text: string): string[] => text.split(/:([\w-]+):/)

/** Puts pictures in the place of shortcodes, but not in code. @param isMoving whether those that move do so */
export function drawEmojis(
  root: DocumentFragment,
  emojis: readonly CustomEmoji[],
  isMoving: boolean,
): void {
  if (emojis.length === 0) return
  const byName = new Map(emojis.map((emoji) => [emoji.shortcode, emoji]))
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (text.data.includes(':') && text.parentElement?.closest('code, pre') == null) {
      found.push(text)
    }
  }
  for (const text of found) {
    const parts = splitShortcodes(text.data)
    if (parts.length === 1) continue
    text.replaceWith(
      ...parts.map((part, at) => (at % 2 === 0 ? part : pictureOf(part, byName, isMoving))),
    )
  }
}

function pictureOf(
  shortcode: string,
  emojis: ReadonlyMap<string, CustomEmoji>,
  isMoving: boolean,
): HTMLImageElement | string {
  const emoji = emojis.get(shortcode)
  if (emoji === undefined) return `:${shortcode}:`
  const picture = document.createElement('img')
  picture.className = 'emoji'
  picture.alt = `:${shortcode}:`
  picture.title = picture.alt
  picture.setAttribute('src', isMoving ? emoji.url : emoji.static_url)
  picture.setAttribute('draggable', 'false')
  return picture
}
