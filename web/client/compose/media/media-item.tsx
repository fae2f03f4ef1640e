import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import {
  ChevronLeft,
  ChevronRight,
  Icon,
  Music,
  Pencil,
  Trash2,
  Video,
} from '../../../shared/icons.tsx'
import { useComposition } from '../composition.ts'
import type { Attached } from '../writing.ts'
import { removeMedia, retryUpload, thumbnails } from './attachments.ts'

/** Puts the file with a key to another place among those of its post. */
export type Move = (key: string, to: number) => void

interface ItemProps {
  attached: Attached
  place: { index: number; of: number }
  /** key of the one that is being moved by pointer */
  dragged: Signal<string | null>
  onOpen: () => void
  onMove: Move
}

/** A file of a post: its picture, how far it is, and what can be done with it. */
export function MediaItem({ attached, place, dragged, onOpen, onMove }: ItemProps) {
  const composition = useComposition()
  const element = useRef<HTMLLIElement>(null)
  const { key } = attached
  const name = nameOf(attached, place.index)
  return (
    <li
      ref={element}
      class={dragged.value === key ? 'compose-media-item dragged' : 'compose-media-item'}
      draggable={place.of > 1}
      onDragStart={(event) => {
        dragged.value = key
        event.dataTransfer?.setData('application/x-attachment', key)
      }}
      onDragEnd={() => {
        dragged.value = null
      }}
      onDragOver={(event) => {
        if (dragged.value === null || dragged.value === key) return
        event.preventDefault()
        onMove(dragged.value, place.index)
      }}
    >
      <Picture attached={attached} />
      <div class="compose-media-tools">
        {place.of > 1 && <Movers name={name} keyOf={key} place={place} onMove={onMove} />}
        <button
          type="button"
          class="compose-tool"
          aria-label={t('Remove {name}', { name })}
          title={t('Remove')}
          onClick={() => removeMedia(composition, key)}
        >
          <Icon of={Trash2} size={18} />
        </button>
      </div>
      <State attached={attached} />
      <button
        type="button"
        class={
          attached.description === '' ? 'compose-media-describe' : 'compose-media-describe said'
        }
        onClick={onOpen}
      >
        <Icon of={Pencil} size={16} />
        <span>
          {attached.description !== '' && (
            <span class="visually-hidden">{t('Change the description:')} </span>
          )}
          {attached.description === '' ? t('Add a description') : attached.description}{' '}
          <span class="visually-hidden">{t('of {name}', { name })}</span>
        </span>
      </button>
    </li>
  )
}

export const nameOf = ({ name }: Attached, index: number): string =>
  name === '' ? t('file {n}', { n: index + 1 }) : name

function Movers(props: { name: string; keyOf: string; place: ItemProps['place']; onMove: Move }) {
  const { name, keyOf, place, onMove } = props
  return (
    <>
      <button
        type="button"
        class="compose-tool mirrored"
        disabled={place.index === 0}
        aria-label={t('Move {name} forward', { name })}
        title={t('Earlier|in an order')}
        onClick={() => onMove(keyOf, place.index - 1)}
      >
        <Icon of={ChevronLeft} size={18} />
      </button>
      <button
        type="button"
        class="compose-tool mirrored"
        disabled={place.index === place.of - 1}
        aria-label={t('Move {name} back', { name })}
        title={t('Later|in an order')}
        onClick={() => onMove(keyOf, place.index + 1)}
      >
        <Icon of={ChevronRight} size={18} />
      </button>
    </>
  )
}

/** Of the file where it was chosen here, else the server's. */
export function Picture({ attached }: { attached: Attached }) {
  const { key, kind, media, focus } = attached
  const src = thumbnails.value.get(key) ?? media?.preview_url ?? null
  if (src === null) {
    return (
      <div class="compose-media-picture none">
        <Icon of={kind === 'audio' ? Music : Video} size={32} />
        <span>{attached.name}</span>
      </div>
    )
  }
  const { x, y } = focus ?? { x: 0, y: 0 }
  const objectPosition = `${(x + 1) * 50}% ${(1 - y) * 50}%`
  return <img class="compose-media-picture" src={src} alt="" style={{ objectPosition }} />
}

function State({ attached }: { attached: Attached }) {
  const composition = useComposition()
  const { state, progress, key } = attached
  if (state === 'ready') return null
  if (state === 'failed') {
    return (
      <div class="compose-media-state failed" role="alert">
        <p>{attached.problem ?? t('It could not be uploaded.')}</p>
        <Button small onClick={() => retryUpload(composition, key)}>
          {t('Try again')}
        </Button>
      </div>
    )
  }
  const percent = Math.round(progress * 100)
  return (
    <div class="compose-media-state">
      {state === 'uploading' ? (
        <>
          <progress value={percent} max={100} aria-label={t('Uploading')} />
          <span>{t('{n} %', { n: formatNumber(percent) })}</span>
        </>
      ) : (
        <span role="status">{t('The server prepares it…')}</span>
      )}
    </div>
  )
}
