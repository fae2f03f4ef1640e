import { useSignal } from '@preact/signals'
import { t } from '../../../shared/i18n.ts'
import { changePart, useComposition } from '../composition.ts'
import type { Attached, Part } from '../writing.ts'
import { MediaItem, type Move } from './media-item.tsx'
import './media.css'

/** The files of a post, in the order in which they are shown. */
export function MediaList({ part }: { part: Part }) {
  const { opened } = useComposition()
  const dragged = useSignal<string | null>(null)
  const move = useMove(part)
  if (part.media.length === 0) return null
  return (
    <div class="compose-media">
      <ol class="compose-media-list" aria-label={t('Files of the post')}>
        {part.media.map((attached, index) => (
          <MediaItem
            key={attached.key}
            attached={attached}
            place={{ index, of: part.media.length }}
            dragged={dragged}
            onOpen={() => {
              opened.value = attached.key
            }}
            onMove={move}
          />
        ))}
      </ol>
      <SensitiveChoice part={part} />
    </div>
  )
}

/** Puts a file to another place among those of its post. */
function useMove(part: Part): Move {
  const composition = useComposition()
  return (key, to) => {
    const moved = part.media.find((one) => one.key === key)
    if (moved === undefined || to < 0 || to >= part.media.length) return
    const others = part.media.filter((one) => one.key !== key)
    const media: readonly Attached[] = [...others.slice(0, to), moved, ...others.slice(to)]
    changePart(composition, part.key, { media })
  }
}

/** A content warning hides the files anyway. */
function SensitiveChoice({ part }: { part: Part }) {
  const composition = useComposition()
  if (part.warned && part.spoiler_text.trim() !== '') return null
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={part.sensitive}
        onChange={(event) => {
          changePart(composition, part.key, { sensitive: event.currentTarget.checked })
        }}
      />
      <span>{t('Hide until somebody wants to look')}</span>
    </label>
  )
}
