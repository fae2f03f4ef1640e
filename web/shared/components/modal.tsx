import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { focusFirst, keepTabWithin } from './modal-focus.ts'

interface ModalProps {
  class: string
  label?: string
  /** id of the heading that names it */
  labelledBy?: string
  children: ComponentChildren
  /** by the Escape key, or the way back of a phone */
  onClose: () => void
  /** by a press beside it; default: nothing happens */
  onPressBeside?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  element?: RefObject<HTMLDialogElement | null>
}

/**
 * A window above the page, in the top layer: it holds pointer, keys and focus, and gives the focus back. It is open as
 * long as it is drawn.
 *
 * Not by `showModal()`: that makes the page inert, and Chromium then computes the styles of all its elements again,
 * a quarter of a second on a phone with a timeline. The pattern is that of the ARIA Authoring Practices Guide.
 */
export function Modal(props: ModalProps) {
  const scrim = useRef<HTMLDivElement>(null)
  useModal(scrim, props.onClose)
  const press = (event: MouseEvent) => {
    if (event.target === event.currentTarget) props.onPressBeside?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the window, which Escape does by key
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div ref={scrim} class="scrim" popover="manual" onClick={press}>
      <dialog
        ref={props.element}
        open
        class={props.class}
        aria-modal="true"
        aria-label={props.label}
        aria-labelledby={props.labelledBy}
        tabIndex={-1}
        onKeyDown={props.onKeyDown}
      >
        {props.children}
      </dialog>
    </div>
  )
}

interface OpenModal {
  scrim: HTMLElement
  close: () => void
}

/** The last one is the uppermost, which has focus and keys. */
const opened: OpenModal[] = []

function useModal(element: RefObject<HTMLElement | null>, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    const scrim = element.current
    if (scrim === null) return
    const focused = document.activeElement
    const modal = { scrim, close: () => latest.current() }
    opened.push(modal)
    scrim.showPopover()
    focusFirst(scrim)
    const stopHearing = hearKeysAndFocus(modal)
    const stopWatching = watchWayBack(modal.close)
    return () => {
      stopHearing()
      stopWatching()
      const wasUppermost = opened.at(-1) === modal
      opened.splice(opened.indexOf(modal), 1)
      if (wasUppermost && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    }
  }, [])
}

function hearKeysAndFocus(modal: OpenModal): () => void {
  const { scrim, close } = modal
  const key = (event: KeyboardEvent) => {
    if (opened.at(-1) !== modal || event.defaultPrevented || event.isComposing) return
    if (event.key === 'Tab') keepTabWithin(scrim, event)
    if (event.key !== 'Escape' || document.querySelector('[popover=auto]:popover-open')) return
    event.preventDefault()
    close()
  }
  const focus = ({ target }: FocusEvent) => {
    if (opened.at(-1) !== modal || !(target instanceof Element) || scrim.contains(target)) return
    // messages lie above every window
    if (target.closest(':popover-open') === null) focusFirst(scrim)
  }
  document.addEventListener('keydown', key)
  document.addEventListener('focusin', focus)
  return () => {
    document.removeEventListener('keydown', key)
    document.removeEventListener('focusin', focus)
  }
}

/** Of Chromium and Firefox; TypeScript does not know it yet. */
declare const CloseWatcher: { new (): ClosingWatcher } | undefined
interface ClosingWatcher {
  onclose: (() => void) | null
  destroy: () => void
}

/** The gesture or button by which Android goes back closes what is open, where browsers tell of it. */
function watchWayBack(close: () => void): () => void {
  if (typeof CloseWatcher === 'undefined') return () => {}
  const Watcher = CloseWatcher
  let watcher: ClosingWatcher
  const watch = () => {
    watcher = new Watcher()
    watcher.onclose = () => {
      // it may stay, with a question of what becomes of a text
      watch()
      close()
    }
  }
  watch()
  return () => watcher.destroy()
}
