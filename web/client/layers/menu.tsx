import type { IconNode } from 'lucide'
import { type ComponentChildren, isValidElement, type VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Modal } from '../../shared/components/modal.tsx'
import { Check, Icon } from '../../shared/icons.tsx'
import { openLayer } from './layers.tsx'
import './menu.css'

export interface MenuItem {
  label: ComponentChildren
  /** a picture of another kind stands in its place as it is */
  icon: IconNode | VNode
  /** what it does, or where it leads */
  run?: () => unknown
  href?: string
  /** the link leaves this client */
  outside?: boolean
  danger?: boolean
  /** whether it is on, for what is switched */
  checked?: boolean
  /** said below the label */
  hint?: ComponentChildren
  disabled?: boolean
}

/** null: a line between groups */
export type MenuEntry = MenuItem | null

/**
 * Opens a menu beside what it belongs to; on phones a sheet at the foot. The focus is held and given back.
 * @param label says to readers of the screen what it is about
 * @param onClose hears when it is gone
 */
export function openMenu(
  anchor: Element,
  label: string,
  entries: readonly (MenuEntry | false)[],
  onClose: () => void = () => {},
): void {
  const shown = entries.filter((entry): entry is MenuEntry => entry !== false)
  openLayer((close) => (
    <Menu
      anchor={anchor}
      label={label}
      entries={shown}
      close={() => {
        close()
        onClose()
      }}
    />
  ))
}

interface MenuProps {
  anchor: Element
  label: string
  entries: readonly MenuEntry[]
  close: () => void
}

function Menu({ anchor, label, entries, close }: MenuProps) {
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    place(dialog, anchor)
    itemsOf(dialog)[0]?.focus()
    const again = () => place(dialog, anchor)
    addEventListener('resize', again)
    return () => removeEventListener('resize', again)
  }, [anchor])
  return (
    <Modal
      element={element}
      class="action-menu"
      label={label}
      onClose={close}
      onPressBeside={close}
    >
      <div
        role="menu"
        aria-label={label}
        class="action-menu-items"
        tabIndex={-1}
        onKeyDown={moveFocus}
      >
        {entries.map((entry, at) =>
          entry === null ? (
            // biome-ignore lint/a11y/useSemanticElements: a menu holds items and separators, by their roles
            <div key={`line ${at}`} role="separator" class="action-menu-line" />
          ) : (
            <Item key={at} item={entry} close={close} />
          ),
        )}
      </div>
    </Modal>
  )
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, icon, hint, href, run } = item
  const inner = (
    <>
      {isValidElement(icon) ? icon : <Icon of={icon as IconNode} />}
      <span class="action-menu-words">
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </span>
      {item.checked && <Icon of={Check} class="menu-check" />}
    </>
  )
  const looks = item.danger ? 'action-menu-item danger' : 'action-menu-item'
  if (href !== undefined) {
    const away = item.outside ? { target: '_blank', rel: 'noopener noreferrer' } : {}
    return (
      <a role="menuitem" tabIndex={-1} class={looks} href={href} {...away} onClick={() => close()}>
        {inner}
      </a>
    )
  }
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is one that has it wherever it is given
    <button
      type="button"
      role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={item.checked}
      tabIndex={-1}
      class={looks}
      aria-disabled={item.disabled ? 'true' : undefined}
      onClick={() => {
        if (item.disabled) return
        close()
        // once the focus is back, so that what opens next gives it back to the same place
        setTimeout(() => run?.(), 0)
      }}
    >
      {inner}
    </button>
  )
}

const itemsOf = (within: Element): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>('[role^="menuitem"]'),
]

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const items = itemsOf(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const to: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
    Tab: (at + (event.shiftKey ? items.length - 1 : 1)) % items.length,
  }
  const next = to[event.key]
  if (next === undefined) return
  event.preventDefault()
  items[next]?.focus()
}

/** px that stay free at the edges of the window */
const EDGE = 8

/** Below what it belongs to, above it where there is no room; sheets are placed by their styles. */
function place(dialog: HTMLDialogElement, anchor: Element): void {
  dialog.style.left = ''
  dialog.style.top = ''
  if (matchMedia('(max-width: 40rem)').matches) return
  const from = anchor.getBoundingClientRect()
  const { width, height } = dialog.getBoundingClientRect()
  const isRightToLeft = getComputedStyle(dialog).direction === 'rtl'
  const left = isRightToLeft ? from.left : from.right - width
  const below = from.bottom + 4
  const top = below + height > innerHeight - EDGE ? from.top - height - 4 : below
  dialog.style.left = `${clamp(left, innerWidth - width)}px`
  dialog.style.top = `${clamp(top, innerHeight - height)}px`
}

const clamp = (value: number, most: number): number =>
  Math.max(EDGE, Math.min(value, Math.max(EDGE, most - EDGE)))
