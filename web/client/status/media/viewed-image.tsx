import { useLayoutEffect, useRef } from 'preact/hooks'
import type { MediaAttachment } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { watchGestures } from './zoom.ts'

interface ViewedImageProps {
  item: MediaAttachment & { url: string }
  turn: (by: number) => void
  leave: () => void
}

/** A picture that can be zoomed into and moved. */
export function ViewedImage({ item, turn, leave }: ViewedImageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const latest = useRef({ turn, leave })
  latest.current = { turn, leave }
  // not after the paint: a key may come with it
  useLayoutEffect(() => {
    const { current } = frame
    if (current === null) return
    return watchGestures(current, {
      turn: (by) => latest.current.turn(by),
      leave: () => latest.current.leave(),
    })
  }, [])
  const { url, preview_url: preview, description } = item
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture with keys of its own is no fieldset
    <div
      ref={frame}
      class="viewer-image"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys zoom and move the picture
      tabIndex={0}
      aria-label={t('Picture: + and − zoom, arrow keys move')}
    >
      {preview !== null && preview !== url && <img class="viewer-preview" src={preview} alt="" />}
      <img src={url} alt={description ?? ''} draggable={false} />
    </div>
  )
}
