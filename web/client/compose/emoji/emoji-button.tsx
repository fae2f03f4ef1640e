import { signal } from '@preact/signals'
import { Loading } from '../../../shared/components/notice.tsx'
import { t } from '../../../shared/i18n.ts'
import { Icon, Smile } from '../../../shared/icons.tsx'
import { readCustomEmojis } from '../../state/server.ts'
import { activePart, useComposition } from '../composition.ts'
import { Popover } from '../popover.tsx'
import { insertText } from '../text-field.tsx'

type Picker = typeof import('./emoji-picker.tsx')

const picker = signal<Picker | null>(null)

/** Opens the emoji, which are loaded then. */
export function EmojiButton() {
  const composition = useComposition()
  const { key } = activePart(composition)
  return (
    <Popover label={t('Emoji')} class="emoji" button={<Icon of={Smile} />} onOpen={load}>
      {(close) =>
        picker.value === null ? (
          <Loading />
        ) : (
          <picker.value.EmojiPicker
            onChoose={(text) => {
              close()
              insertText(key, text)
            }}
          />
        )
      }
    </Popover>
  )
}

function load(): void {
  void readCustomEmojis()
  import('./emoji-picker.tsx').then(
    (loaded) => {
      picker.value = loaded
    },
    () => {}, // opening it again tries again
  )
}
