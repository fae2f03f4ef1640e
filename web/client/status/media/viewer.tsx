import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Modal } from '../../../shared/components/modal.tsx'
import type { MediaAttachment } from '../../../shared/entities/api.ts'
import { formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import {
  ChevronLeft,
  ChevronRight,
  Download,
  ExternalLink,
  Icon,
  X,
} from '../../../shared/icons.tsx'
import { go } from '../../../shared/router.ts'
import { ViewedImage } from './viewed-image.tsx'
import './viewer.css'

type Shown = MediaAttachment & { url: string }

/** @returns what draws the viewer of those files that can be shown */
export function drawViewer(media: readonly MediaAttachment[], at: number, post?: string) {
  const shown = media.filter((item): item is Shown => item.url !== null && item.type !== 'unknown')
  const start = Math.max(
    0,
    shown.findIndex(({ id }) => id === media[at]?.id),
  )
  return (close: () => void) => <Viewer media={shown} start={start} post={post} close={close} />
}

interface ViewerProps {
  media: readonly Shown[]
  start: number
  /** address of the post that they are in */
  post: string | undefined
  close: () => void
}

/** Media in their full size, above everything. The browser's way back closes it. */
function Viewer({ media, start, post, close }: ViewerProps) {
  const [at, setAt] = useState(start)
  useStepBack(close)
  const item = media[at]
  if (item === undefined) return null
  const turn = (by: number) => setAt(Math.max(0, Math.min(media.length - 1, at + by)))
  const leave = () => history.back()
  return (
    <Modal
      class="viewer"
      label={t('Media')}
      onClose={leave}
      onKeyDown={(event) => turnByKey(event, turn)}
    >
      <ViewerBar
        item={item}
        position={media.length > 1 ? [at + 1, media.length] : null}
        leave={leave}
      >
        {post !== undefined && <WayToPost href={post} close={close} />}
      </ViewerBar>
      <div class="viewer-stage" key={item.id}>
        <Stage item={item} turn={turn} leave={leave} />
      </div>
      {media.length > 1 && (
        <>
          <Turn
            icon={ChevronLeft}
            side="back"
            label={t('Previous')}
            off={at === 0}
            run={() => turn(-1)}
          />
          <Turn
            icon={ChevronRight}
            side="on"
            label={t('Next')}
            off={at === media.length - 1}
            run={() => turn(1)}
          />
        </>
      )}
      <Description item={item} />
    </Modal>
  )
}

/** An entry of the browser's history for as long as the viewer is open: there before it can be seen. */
function useStepBack(close: () => void): void {
  useLayoutEffect(() => {
    history.replaceState({ ...history.state, scroll: scrollY }, '')
    history.pushState(history.state, '')
    addEventListener('popstate', close, { once: true })
    return () => removeEventListener('popstate', close)
  }, [close])
}

function turnByKey(event: KeyboardEvent, turn: (by: number) => void): void {
  // the keys of a player are its own
  if (event.defaultPrevented || (event.target as Element).closest('video, audio')) return
  const on = document.documentElement.dir === 'rtl' ? -1 : 1
  const by = { ArrowRight: on, ArrowLeft: -on }[event.key]
  if (by !== undefined) turn(by)
}

function WayToPost({ href, close }: { href: string; close: () => void }) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    close()
    // in the place of the viewer, so that the way back leads past it
    go(href, { replace: true })
  }
  return (
    <a class="viewer-post" href={href} onClick={open}>
      {t('Go to the post')}
    </a>
  )
}

interface ViewerBarProps {
  item: Shown
  position: [number, number] | null
  leave: () => void
  children: ComponentChildren
}

function ViewerBar({ item, position, leave, children }: ViewerBarProps) {
  return (
    <div class="viewer-bar">
      <button
        type="button"
        class="viewer-button"
        aria-label={t('Close')}
        title={t('Close')}
        onClick={leave}
      >
        <Icon of={X} size={24} />
      </button>
      <span class="viewer-position" role="status">
        {position !== null &&
          t('{n} of {all}', { n: formatNumber(position[0]), all: formatNumber(position[1]) })}
      </span>
      {children}
      <a
        class="viewer-button"
        href={item.url}
        download=""
        aria-label={t('Download')}
        title={t('Download')}
      >
        <Icon of={Download} size={22} />
      </a>
      <a
        class="viewer-button"
        href={item.remote_url ?? item.url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('Open the original')}
        title={t('Open the original')}
      >
        <Icon of={ExternalLink} size={22} />
      </a>
    </div>
  )
}

interface StageProps {
  item: Shown
  turn: (by: number) => void
  leave: () => void
}

function Stage({ item, turn, leave }: StageProps) {
  const { type, url, preview_url: preview, description } = item
  const label = description ?? t('Without description')
  if (type === 'image') return <ViewedImage item={item} turn={turn} leave={leave} />
  if (type === 'audio') {
    return (
      <div class="viewer-audio">
        {preview !== null && <img src={preview} alt="" />}
        {/* biome-ignore lint/a11y/useMediaCaption: servers offer no captions; the description stands below */}
        <audio src={url} controls autoPlay aria-label={label} />
      </div>
    )
  }
  const loops = type === 'gifv' ? { loop: true, muted: true } : {}
  return (
    <video
      src={url}
      poster={preview ?? undefined}
      controls
      autoPlay
      playsInline
      aria-label={label}
      {...loops}
    />
  )
}

function Turn(props: {
  icon: typeof ChevronLeft
  side: 'back' | 'on'
  label: string
  off: boolean
  run: () => void
}) {
  const { icon, side, label, off, run } = props
  return (
    <button
      type="button"
      class={`viewer-button viewer-turn ${side}`}
      aria-label={label}
      title={label}
      // not disabled, as it would lose the focus at the end
      aria-disabled={off ? 'true' : undefined}
      onClick={run}
    >
      <Icon of={icon} size={28} />
    </button>
  )
}

/** The description stands in for captions, too, so it is never cut off. */
function Description({ item }: { item: Shown }) {
  if (item.description === null || item.description.trim() === '') return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section class="viewer-description" aria-label={t('Description')} tabIndex={0}>
      <p dir="auto">{item.description}</p>
    </section>
  )
}
