import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { coverBehind } from './modal-cover.ts'
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
    coverBehind(scrim)
    const ends = [
      holdFocus(scrim, isUppermost),
      hearKeys(scrim, isUppermost, close),
      watchWayBack(close),
    ]
    return () => {
      for (const end of ends) end()
      const wasUppermost = isUppermost()
      opened.splice(opened.indexOf(scrim), 1)
      coverBehind(opened.at(-1))
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
    if (selectsAll(event) && !isText(target)) {
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

/** On layouts without Latin letters the place of the key counts. */
function selectsAll({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey || !(ctrlKey || metaKey)) return false
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 'a' : code === 'KeyA'
}

const TEXT =
  'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color], [type=button], [type=submit])'

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT) !== null

/** Escape empties a search first, as in a window of the browser's own. */
function emptied(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== 'search') return false
  if (target.value === '') return false
  target.value = ''
  return target.dispatchEvent(new Event('input', { bubbles: true }))
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
