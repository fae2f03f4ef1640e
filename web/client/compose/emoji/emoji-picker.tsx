import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Loading, Notice } from '../../../shared/components/notice.tsx'
import { t } from '../../../shared/i18n.ts'
import { moveFocus } from '../grid-focus.ts'
import { customGroups, unicodeGroups } from './emoji-groups.ts'
import { type Emoji, type EmojiGroup, findEmojis } from './emoji-search.ts'
import './emoji.css'
import { EmojiGlyph } from './emoji-glyph.tsx'

interface PickerProps {
  onChoose: (text: string) => void
}

const MOST_FOUND = 80

/** All emoji by group, and a search. */
export function EmojiPicker({ onChoose }: PickerProps) {
  const typed = useSignal('')
  const unicode = useSignal<readonly EmojiGroup[] | null | undefined>(undefined)
  useEffect(() => {
    unicodeGroups().then(
      (groups) => {
        unicode.value = groups
      },
      () => {
        unicode.value = null
      },
    )
  }, [unicode])
  const groups = [...customGroups(), ...(unicode.value ?? [])]
  const isSearch = typed.value.trim() !== ''
  const shown = isSearch
    ? [{ title: t('Found'), emojis: findEmojis(groups, typed.value, MOST_FOUND) }]
    : groups
  return (
    <div class="emoji-picker">
      <input
        type="search"
        data-first
        aria-label={t('Search for an emoji')}
        placeholder={t('Search')}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value
        }}
        onKeyDown={(event) => {
          const first = shown[0]?.emojis[0]
          if (event.key !== 'Enter' || event.isComposing) return
          event.preventDefault()
          if (isSearch && first !== undefined) onChoose(first.text)
        }}
      />
      {unicode.value === undefined && <Loading />}
      {unicode.value === null && (
        <Notice tone="danger">{t('The emoji could not be loaded. Open this again.')}</Notice>
      )}
      {shown.map((group) => (
        <Group key={group.title} group={group} onChoose={onChoose} />
      ))}
      {isSearch && shown[0]?.emojis.length === 0 && (
        <p class="hint">{t('There is no emoji of that name.')}</p>
      )}
    </div>
  )
}

/** Emoji side by side: one stop of the Tab key, the arrow keys lead on from there. */
function Group({ group, onChoose }: { group: EmojiGroup; onChoose: PickerProps['onChoose'] }) {
  const list = useRef<HTMLDivElement>(null)
  if (group.emojis.length === 0) return null
  return (
    <section class="emoji-group" aria-label={group.title}>
      <h3>{group.title}</h3>
      <div
        ref={list}
        class="emoji-grid"
        role="toolbar"
        aria-label={group.title}
        onKeyDown={(event) => moveFocus(event, list.current)}
      >
        {group.emojis.map((emoji, index) => (
          <EmojiChoice key={emoji.text} emoji={emoji} isFirst={index === 0} onChoose={onChoose} />
        ))}
      </div>
    </section>
  )
}

function EmojiChoice(props: { emoji: Emoji; isFirst: boolean; onChoose: PickerProps['onChoose'] }) {
  const { emoji, isFirst, onChoose } = props
  return (
    <button
      type="button"
      class="emoji-choice"
      tabIndex={isFirst ? 0 : -1}
      aria-label={emoji.name}
      title={emoji.name}
      onClick={() => onChoose(emoji.text)}
    >
      <EmojiGlyph emoji={emoji} />
    </button>
  )
}
