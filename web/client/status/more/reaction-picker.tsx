import { useEffect } from 'preact/hooks'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { t } from '../../../shared/i18n.ts'
import { EmojiPicker } from '../../compose/emoji/emoji-picker.tsx'
import { customEmojis, readCustomEmojis } from '../../state/server.ts'
import './more.css'

/** the most common reactions */
const COMMON = '👍 ❤️ 😂 🎉 😮 😢 🙏 🔥 👏 🤔 💜 🐦'.split(' ')

/** The reaction that was chosen: an emoji, or a picture of this server. */
export interface ChosenReaction {
  name: string
  /** null: it is a character */
  url: string | null
  static_url: string | null
}

interface ReactionPickerProps {
  onChoose: (reaction: ChosenReaction) => void
  close: () => void
}

/** Chooses an emoji to react with. */
export function ReactionPicker({ onChoose, close }: ReactionPickerProps) {
  useEffect(() => void readCustomEmojis(), [])
  const react = (text: string) => {
    close()
    onChoose(reactionOf(text))
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
function reactionOf(text: string): ChosenReaction {
  const own = customEmojis.peek().find(({ shortcode }) => text === `:${shortcode}:`)
  if (own === undefined) return { name: text, url: null, static_url: null }
  return { name: own.shortcode, url: own.url, static_url: own.static_url }
}
