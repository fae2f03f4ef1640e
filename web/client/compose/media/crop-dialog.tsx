import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Loading, Notice } from '../../../shared/components/notice.tsx'
import { tellError } from '../../../shared/components/toast.tsx'
import { t } from '../../../shared/i18n.ts'
import { Icon, RefreshCw, RotateCcw } from '../../../shared/icons.tsx'
import { cutOut, turned } from './crop-file.ts'

interface CropProps {
  file: File
  onClose: () => void
  onDone: (file: File) => void
}

/** The part to keep, as shares of the whole picture (0 to 1). */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const WHOLE: Box = { left: 0, top: 0, right: 1, bottom: 1 }

/** Cuts and turns a picture before it is uploaded. */
export function CropDialog({ file, onClose, onDone }: CropProps) {
  const bitmap = useSignal<ImageBitmap | null | undefined>(undefined)
  const turns = useSignal(0)
  const box = useSignal(WHOLE)
  useEffect(() => {
    createImageBitmap(file).then(
      (made) => {
        bitmap.value = made
      },
      () => {
        bitmap.value = null
      },
    )
    return () => bitmap.peek()?.close()
  }, [file, bitmap])
  const turn = (by: number) => {
    turns.value = (turns.value + by + 4) % 4
    box.value = WHOLE
  }
  const apply = async (picture: ImageBitmap) => {
    const whole = turned(picture, turns.value)
    const { left, top, right, bottom } = box.value
    const cut = {
      turns: turns.value,
      x: left * whole.width,
      y: top * whole.height,
      width: (right - left) * whole.width,
      height: (bottom - top) * whole.height,
    }
    await cutOut(file, picture, cut).then(onDone, tellError)
  }
  const picture = bitmap.value
  return (
    <Dialog title={t('Crop or rotate')} onClose={onClose} wide>
      {picture === undefined && <Loading />}
      {picture === null && <Notice tone="danger">{t('The picture could not be read.')}</Notice>}
      {picture && (
        <>
          <div class="buttons">
            <Button small onClick={() => turn(-1)}>
              <Icon of={RotateCcw} size={18} /> {t('Turn left')}
            </Button>
            <Button small onClick={() => turn(1)}>
              <Icon of={RefreshCw} size={18} /> {t('Turn right')}
            </Button>
          </div>
          <CropFrame bitmap={picture} turns={turns.value} box={box} />
          <div class="buttons end">
            <Button kind="primary" onClick={() => void apply(picture)}>
              {t('Use it like this')}
            </Button>
            <Button onClick={onClose}>{t('Cancel')}</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

/** The picture with a corner to pull at each end of what is kept. */
function CropFrame({
  bitmap,
  turns,
  box,
}: {
  bitmap: ImageBitmap
  turns: number
  box: Signal<Box>
}) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current === null) return
    const drawn = turned(bitmap, turns)
    canvas.current.width = drawn.width
    canvas.current.height = drawn.height
    canvas.current.getContext('2d')?.drawImage(drawn, 0, 0)
  }, [bitmap, turns])
  const { left, top, right, bottom } = box.value
  const percent = (part: number) => `${part * 100}%`
  const kept = {
    left: percent(left),
    top: percent(top),
    width: percent(right - left),
    height: percent(bottom - top),
  }
  return (
    <div ref={frame} class="crop-frame" dir="ltr">
      <canvas ref={canvas} />
      <div class="crop-kept" style={kept}>
        {corners().map((corner) => (
          <CornerHandle key={corner.name} corner={corner} frame={frame} box={box} />
        ))}
      </div>
    </div>
  )
}

interface Corner {
  name: string
  words: string
  x: 'left' | 'right'
  y: 'top' | 'bottom'
}

const corners = (): Corner[] => [
  { name: 'top-left', words: t('Top left corner'), x: 'left', y: 'top' },
  { name: 'top-right', words: t('Top right corner'), x: 'right', y: 'top' },
  { name: 'bottom-left', words: t('Bottom left corner'), x: 'left', y: 'bottom' },
  { name: 'bottom-right', words: t('Bottom right corner'), x: 'right', y: 'bottom' },
]

/** what has to remain of each side */
const LEAST = 0.05
const STEP = 0.02

function CornerHandle(props: {
  corner: Corner
  frame: { current: HTMLDivElement | null }
  box: Signal<Box>
}) {
  const { corner, frame, box } = props
  const moveTo = (x: number, y: number) => {
    const { left, top, right, bottom } = box.peek()
    const isLeft = corner.x === 'left'
    const isTop = corner.y === 'top'
    box.value = {
      left: isLeft ? between(0, x, right - LEAST) : left,
      right: isLeft ? right : between(left + LEAST, x, 1),
      top: isTop ? between(0, y, bottom - LEAST) : top,
      bottom: isTop ? bottom : between(top + LEAST, y, 1),
    }
  }
  const drag = (event: PointerEvent) => {
    const at = frame.current?.getBoundingClientRect()
    const button = event.currentTarget as HTMLElement
    if (at === undefined || !button.hasPointerCapture(event.pointerId)) return
    moveTo((event.clientX - at.left) / at.width, (event.clientY - at.top) / at.height)
  }
  const steer = (event: KeyboardEvent) => {
    const way = WAYS[event.key]
    if (way === undefined) return
    event.preventDefault()
    const now = box.peek()
    moveTo(now[corner.x] + way[0] * STEP, now[corner.y] + way[1] * STEP)
  }
  return (
    <button
      type="button"
      class={`crop-corner ${corner.name}`}
      aria-label={t('{corner}: move it with the arrow keys', { corner: corner.words })}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={steer}
    />
  )
}

const WAYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const between = (least: number, value: number, most: number): number =>
  Math.max(least, Math.min(value, most))
