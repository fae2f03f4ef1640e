import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { focusFirst, holdFocus } from './modal-focus.ts'

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

/** The last one is the uppermost, which has focus and keys. */
const opened: HTMLElement[] = []

function useModal(element: RefObject<HTMLElement | null>, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    const scrim = element.current
    if (scrim === null) return
    const focused = document.activeElement
    const isUppermost = () => opened.at(-1) === scrim
    const close = () => latest.current()
    opened.push(scrim)
    // a list that was open in the window below
    for (const list of document.querySelectorAll<HTMLElement>(OPEN_LIST)) list.hidePopover()
    scrim.showPopover()
    focusFirst(scrim)
    const ends = [
      hideBehind(scrim),
      holdFocus(scrim, isUppermost),
      hearKeys(scrim, isUppermost, close),
      watchWayBack(close),
    ]
    return () => {
      for (const end of ends) end()
      const wasUppermost = isUppermost()
      opened.splice(opened.indexOf(scrim), 1)
      if (wasUppermost && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    }
  }, [])
}

/** popovers that the browser closes by the Escape key */
const OPEN_LIST = '[popover=auto]:popover-open'

function hearKeys(scrim: Element, isUppermost: () => boolean, close: () => void): () => void {
  const hear = (event: KeyboardEvent) => {
    if (!isUppermost() || event.defaultPrevented || event.isComposing) return
    const { key, target } = event
    if (key === 'a' && (event.ctrlKey || event.metaKey) && !isText(target)) {
      event.preventDefault()
      getSelection()?.selectAllChildren(scrim)
    }
    if (key !== 'Escape' || scrim.querySelector(OPEN_LIST) !== null) return
    event.preventDefault()
    if (!emptied(target)) close()
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

/** Escape empties a search first, as in a window of the browser's own. */
function emptied(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== 'search') return false
  if (target.value === '') return false
  target.value = ''
  return target.dispatchEvent(new Event('input', { bubbles: true }))
}

/** is read out wherever one is */
const LIVE = '.toasts, [role=status], [aria-live]'

/** Tells readers of the screen that nothing behind a window can be reached: not all of them go by `aria-modal`. */
function hideBehind(scrim: Element): () => void {
  const hidden: Element[] = []
  for (let at = scrim; at !== document.body && at.parentElement; at = at.parentElement) {
    for (const beside of at.parentElement.children) {
      if (beside === at || beside.matches(LIVE) || beside.hasAttribute('aria-hidden')) continue
      beside.setAttribute('aria-hidden', 'true')
      hidden.push(beside)
    }
  }
  return () => {
    for (const one of hidden) one.removeAttribute('aria-hidden')
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
