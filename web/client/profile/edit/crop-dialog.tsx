import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { ApiError } from '../../../shared/api-error.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import { t } from '../../../shared/i18n.ts'
import { areaOf, type Crop, MOST_ZOOM, moved, WHOLE } from './crop.ts'
import type { PictureKind } from './draft.ts'
import { usePicture } from './picture-file.ts'

/** px, as the server keeps them */
const SIZES = { avatar: { width: 400, height: 400 }, header: { width: 1500, height: 500 } } as const

interface CropDialogProps {
  kind: PictureKind
  file: File
  /** @param picture as an address of data */
  onDone: (picture: string) => void
  onClose: () => void
}

/** Which part of a picture is shown: by dragging, or with the sliders. */
export function CropDialog({ kind, file, onDone, onClose }: CropDialogProps) {
  const { picture, address, failed } = usePicture(file)
  const title = kind === 'avatar' ? t('Your picture') : t('Your header picture')
  return (
    <Dialog title={title} onClose={onClose}>
      {failed && (
        <ErrorNotice
          error={new ApiError(422, { error: t('This file cannot be read as a picture') })}
        />
      )}
      {picture === null && !failed && <Loading />}
      {picture !== null && (
        <Cropper kind={kind} picture={picture} type={file.type} onDone={onDone} />
      )}
      {picture !== null && file.type === 'image/gif' && address !== null && (
        <p class="muted small">
          {t('Cropping takes the first frame of an animation.')}{' '}
          <Button kind="quiet" small onClick={() => onDone(address)}>
            {t('Keep it moving, without cropping')}
          </Button>
        </p>
      )}
    </Dialog>
  )
}

interface CropperProps {
  kind: PictureKind
  picture: HTMLImageElement
  type: string
  onDone: (picture: string) => void
}

function Cropper({ kind, picture, type, onDone }: CropperProps) {
  const size = SIZES[kind]
  const aspect = size.width / size.height
  const crop = useSignal<Crop>(WHOLE)
  const canvas = useRef<HTMLCanvasElement>(null)
  const natural = { width: picture.naturalWidth, height: picture.naturalHeight }
  const area = areaOf(natural, aspect, crop.value)
  const { left, top, width, height } = area
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    context?.clearRect(0, 0, size.width, size.height)
    context?.drawImage(picture, left, top, width, height, 0, 0, size.width, size.height)
  }, [picture, size, left, top, width, height])
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1 || canvas.current === null) return
    const scale = width / canvas.current.clientWidth
    const by = { x: -event.movementX * scale, y: -event.movementY * scale }
    crop.value = moved(natural, aspect, crop.value, by)
  }
  const take = () => {
    const keepsTransparency = type !== 'image/jpeg'
    const format = keepsTransparency ? 'image/png' : 'image/jpeg'
    onDone(canvas.current?.toDataURL(format, 0.92) ?? '')
  }
  return (
    <>
      <canvas
        ref={canvas}
        class={`crop-canvas ${kind}`}
        width={size.width}
        height={size.height}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      <p class="muted small">{t('Drag the picture, or use the sliders.')}</p>
      <Slider label={t('Zoom')} crop={crop} part="zoom" min={1} max={MOST_ZOOM} />
      {natural.width - width > 1 && <Slider label={t('Left or right')} crop={crop} part="x" />}
      {natural.height - height > 1 && <Slider label={t('Up or down')} crop={crop} part="y" />}
      <div class="buttons end">
        <Button kind="primary" onClick={take}>
          {t('Use this part')}
        </Button>
      </div>
    </>
  )
}

interface SliderProps {
  label: string
  crop: Signal<Crop>
  part: keyof Crop
  min?: number
  max?: number
}

function Slider({ label, crop, part, min = 0, max = 1 }: SliderProps) {
  const id = useId()
  return (
    <div class="crop-slider">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={crop.value[part]}
        onInput={(event) => {
          crop.value = { ...crop.value, [part]: Number(event.currentTarget.value) }
        }}
      />
    </div>
  )
}
