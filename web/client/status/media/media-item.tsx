import { useId, useState } from 'preact/hooks'
import type { MediaAttachment } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { ExternalLink, Icon, Maximize, Play } from '../../../shared/icons.tsx'
import { movesByItself } from '../autoplay.ts'
import { Blurhash } from './blurhash.tsx'

interface MediaItemProps {
  item: MediaAttachment
  isAlone: boolean
  open: () => void
}

/** One attachment in its place. */
export function MediaItem({ item, isAlone, open }: MediaItemProps) {
  return (
    <figure class={`media-item ${item.type}`}>
      <Shown item={item} isAlone={isAlone} open={open} />
      <Alt description={item.description} />
    </figure>
  )
}

function Shown({ item, isAlone, open }: MediaItemProps) {
  const { type, url, preview_url: preview } = item
  if (type === 'unknown' || url === null) return <Elsewhere item={item} />
  if (type === 'audio') return <AudioPlayer item={item} url={url} />
  if (type === 'video' && isAlone) return <VideoPlayer item={item} url={url} open={open} />
  if (type === 'gifv') return <Loop item={item} url={url} open={open} />
  const label = item.description ?? ''
  return (
    <button
      type="button"
      class="media-open"
      data-key="media"
      aria-label={
        type === 'video'
          ? t('Play the video: {description}', { description: label })
          : openLabel(label)
      }
      onClick={open}
    >
      <Blurhash hash={item.blurhash} />
      <img src={preview ?? url} alt="" style={focusOf(item)} decoding="async" />
      {type === 'video' && <PlaySign />}
    </button>
  )
}

const openLabel = (description: string): string =>
  description === ''
    ? t('Open the picture, which has no description')
    : t('Open the picture: {description}', { description })

function Loop({ item, url, open }: Omit<MediaItemProps, 'isAlone'> & { url: string }) {
  const moves = movesByItself()
  return (
    <button
      type="button"
      class="media-open"
      data-key="media"
      aria-label={t('Open the animation: {description}', { description: item.description ?? '' })}
      onClick={open}
    >
      <Blurhash hash={item.blurhash} />
      <video
        src={url}
        poster={item.preview_url ?? undefined}
        style={focusOf(item)}
        autoPlay={moves}
        preload={moves ? 'auto' : 'none'}
        loop
        muted
        playsInline
        tabIndex={-1}
      />
      <span class="media-sign" aria-hidden="true">
        GIF
      </span>
    </button>
  )
}

function VideoPlayer({ item, url, open }: Omit<MediaItemProps, 'isAlone'> & { url: string }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: servers offer no captions; the description stands beside it */}
      <video
        src={url}
        poster={item.preview_url ?? undefined}
        controls
        playsInline
        preload="none"
        aria-label={item.description ?? t('Video without description')}
      />
      <button
        type="button"
        class="media-larger"
        data-key="media"
        aria-label={t('Open the video larger')}
        title={t('Open the video larger')}
        onClick={open}
      >
        <Icon of={Maximize} size={18} />
      </button>
    </>
  )
}

function AudioPlayer({ item, url }: { item: MediaAttachment; url: string }) {
  return (
    <>
      {item.preview_url !== null && <img class="audio-cover" src={item.preview_url} alt="" />}
      {/* biome-ignore lint/a11y/useMediaCaption: servers offer no captions; the description stands beside it */}
      <audio
        src={url}
        controls
        preload="none"
        aria-label={item.description ?? t('Recording without description')}
      />
    </>
  )
}

/** A file that this server does not keep. */
function Elsewhere({ item }: { item: MediaAttachment }) {
  const href = item.remote_url ?? item.url
  if (href === null) return <p class="media-elsewhere">{t('This file is still being prepared.')}</p>
  return (
    <a class="media-elsewhere" href={href} target="_blank" rel="noopener noreferrer nofollow">
      <Icon of={ExternalLink} size={18} />
      <span>{item.description || t('A file that only the other server has')}</span>
    </a>
  )
}

function PlaySign() {
  return (
    <span class="play-sign">
      <Icon of={Play} size={28} solid />
    </span>
  )
}

/** The description, for who sees the picture. */
function Alt({ description }: Pick<MediaAttachment, 'description'>) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (description === null || description.trim() === '') return null
  return (
    <>
      {isOpen && (
        <p class="alt-text" id={id} dir="auto">
          {description}
        </p>
      )}
      <button
        type="button"
        class="alt-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        ALT<span class="visually-hidden"> {t('Description')}</span>
      </button>
    </>
  )
}

/** The point that stays in sight where the picture is cut. */
function focusOf({ meta }: Pick<MediaAttachment, 'meta'>): { objectPosition: string } | undefined {
  const focus = meta?.focus
  if (focus === undefined) return undefined
  return { objectPosition: `${(focus.x / 2 + 0.5) * 100}% ${(-focus.y / 2 + 0.5) * 100}%` }
}
