import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { t } from '../../../shared/i18n.ts'

interface FocusPointProps {
  src: string
  /** -1 to 1, upwards and to the right; null is the middle */
  focus: Signal<{ x: number; y: number } | null>
}

const STEP = 0.1

/** Chooses the point that stays visible where a picture is cropped, by pointer or arrow keys. */
export function FocusPoint({ src, focus }: FocusPointProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { x, y } = focus.value ?? { x: 0, y: 0 }
  const point = (event: PointerEvent) => {
    const at = frame.current?.getBoundingClientRect()
    if (at === undefined) return
    focus.value = {
      x: limited(((event.clientX - at.left) / at.width) * 2 - 1),
      y: limited(1 - ((event.clientY - at.top) / at.height) * 2),
    }
  }
  const steer = (event: KeyboardEvent) => {
    const way = WAYS[event.key]
    if (way === undefined) return
    event.preventDefault()
    focus.value = { x: limited(x + way[0] * STEP), y: limited(y + way[1] * STEP) }
  }
  return (
    <figure class="focus-point">
      <div
        ref={frame}
        class="focus-point-frame"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          point(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
        }}
      >
        <img src={src} alt="" draggable={false} />
        <button
          type="button"
          class="focus-point-mark"
          aria-label={t('What matters most: {x} % from the left, {y} % from the top', {
            x: Math.round((x + 1) * 50),
            y: Math.round((1 - y) * 50),
          })}
          style={{ left: `${(x + 1) * 50}%`, top: `${(1 - y) * 50}%` }}
          onKeyDown={steer}
        />
      </div>
      <figcaption>
        {t('Point at what matters most: it stays in sight where the picture is cut.')}
      </figcaption>
    </figure>
  )
}

const WAYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

const limited = (value: number): number => Math.round(Math.max(-1, Math.min(1, value)) * 100) / 100
