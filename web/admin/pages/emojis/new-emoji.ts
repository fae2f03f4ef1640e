import { type Signal, signal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { asApiError } from '../../../shared/api-error.ts'
import { t } from '../../../shared/i18n.ts'
import { PATH } from './emoji-lists.ts'
import { shortcodeOf } from './shortcode.ts'

/** pictures that the server makes emoji of (S-521) */
export const ACCEPTED = 'image/png,image/gif,image/webp'

/** bytes; the server takes no more */
const LARGEST = 256 * 1024

/** A chosen picture on its way to be an emoji. */
export interface NewEmoji {
  key: number
  file: File
  shortcode: Signal<string>
  state: Signal<'waiting' | 'sending' | 'done'>
  /** why it could not be added; empty if nothing is wrong */
  problem: Signal<string>
}

let lastKey = 0

export function newEmoji(file: File): NewEmoji {
  lastKey += 1
  return {
    key: lastKey,
    file,
    shortcode: signal(shortcodeOf(file.name)),
    state: signal('waiting'),
    problem: signal(problemWith(file)),
  }
}

function problemWith({ type, size }: Pick<File, 'type' | 'size'>): string {
  if (!ACCEPTED.split(',').includes(type)) return t('This is no PNG, GIF or WebP.')
  return size > LARGEST ? t('This is larger than 256 KiB.') : ''
}

/** Adds it. What goes wrong is written down beside it, so that the others go on. @returns whether it is there */
export async function send(emoji: NewEmoji, category: string): Promise<boolean> {
  const body = new FormData()
  body.append('shortcode', emoji.shortcode.value.replaceAll(':', '').trim())
  body.append('category', category)
  body.append('file', emoji.file)
  emoji.state.value = 'sending'
  emoji.problem.value = ''
  try {
    await api.post(PATH, body)
    emoji.state.value = 'done'
    return true
  } catch (error) {
    const { message, advice } = asApiError(error)
    emoji.state.value = 'waiting'
    emoji.problem.value = `${message}. ${advice}`.trim()
    return false
  }
}
