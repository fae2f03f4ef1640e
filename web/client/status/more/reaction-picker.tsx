import { useEffect } from 'preact/hooks'
import { Dialog } from '../../../shared/components/dialog.tsx'
import type { Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { EmojiPicker } from '../../compose/emoji/picker.tsx'
import { customEmojis, readCustomEmojis } from '../../state/server.ts'
import { toggleReaction } from '../reactions.tsx'
import './more.css'

/** What people answer with most. */
const COMMON = '👍 ❤️ 😂 🎉 😮 😢 🙏 🔥 👏 🤔 💜 🐦'.split(' ')

/** Chooses an emoji to react with. */
export function ReactionPicker({ status, close }: { status: Status; close: () => void }) {
  useEffect(readCustomEmojis, [])
  const react = (text: string) => {
    close()
    void toggleReaction(status, reactionOf(text))
  }
  return (
    <Dialog title={t('React with an emoji')} onClose={close}>
      <ul class="emoji-common" aria-label={t('Often chosen')}>
        {COMMON.map((emoji) => (
          <li key={emoji}>
            <button type="button" class="emoji-choice" onClick={() => react(emoji)}>
              {emoji}
            </button>
          </li>
        ))}
      </ul>
      <EmojiPicker onChoose={react} />
    </Dialog>
  )
}

/** @param text what stands for the emoji in posts: itself, or `:shortcode:` */
function reactionOf(text: string): Parameters<typeof toggleReaction>[1] {
  const own = customEmojis.peek().find(({ shortcode }) => text === `:${shortcode}:`)
  if (own === undefined) return { name: text, url: null, static_url: null }
  return { name: own.shortcode, url: own.url, static_url: own.static_url }
}
