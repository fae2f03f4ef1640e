import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface PopoverProps {
  /** what the button shows */
  button: ComponentChildren
  /** for readers of the screen: of the button and of what it opens */
  label: string
  class?: string
  disabled?: boolean
  onOpen?: () => void
  /** drawn while it is open */
  children: (close: () => void) => ComponentChildren
}

/** A button that opens choices beside it; Escape and a press elsewhere close them. */
export function Popover(props: PopoverProps) {
  const { button, label, class: name = '', disabled, onOpen, children } = props
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const element = panel.current
    const follow = (event: Event) => setOpen((event as ToggleEvent).newState === 'open')
    element?.addEventListener('toggle', follow)
    return () => element?.removeEventListener('toggle', follow)
  }, [])
  useLayoutEffect(() => {
    const { current } = panel
    if (!isOpen || current === null) return
    const place = () => opener.current && placeBeside(current, opener.current)
    place()
    addEventListener('resize', place)
    // what it holds may come later, as emoji do
    const observer = new ResizeObserver(place)
    observer.observe(current)
    const first = current.querySelector<HTMLElement>('[data-first], input:checked, input, button')
    first?.focus()
    return () => {
      removeEventListener('resize', place)
      observer.disconnect()
    }
  }, [isOpen])
  const close = () => {
    panel.current?.hidePopover()
    opener.current?.focus()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        class={`compose-tool ${name}`}
        popovertarget={id}
        aria-label={label}
        aria-expanded={isOpen}
        title={label}
        disabled={disabled}
        onClick={onOpen}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        class={`compose-popover ${name}`}
        popover="auto"
        role="dialog"
        aria-label={label}
      >
        {isOpen && children(close)}
      </div>
    </>
  )
}

const MARGIN = 8

/** Below the button, or above it where there is more room; never beyond the window. */
function placeBeside(panel: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const below = innerHeight - at.bottom - 2 * MARGIN
  const above = at.top - 2 * MARGIN
  const isBelow = below >= Math.min(panel.scrollHeight, 360) || below >= above
  panel.style.maxHeight = `${Math.max(160, isBelow ? below : above)}px`
  const { width, height } = panel.getBoundingClientRect()
  const isRtl = getComputedStyle(panel).direction === 'rtl'
  const left = isRtl ? at.right - width : at.left
  panel.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`
  panel.style.top = `${Math.max(MARGIN, isBelow ? at.bottom + MARGIN : at.top - MARGIN - height)}px`
}
