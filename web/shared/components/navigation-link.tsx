import type { Signal } from '@preact/signals'
import { isAt, type Way } from '../../../src/surfaces/pages/frame/ways.ts'
import { formatNumber } from '../format.ts'
import { plural } from '../i18n.ts'
import { Icon } from '../icons.tsx'
import { place } from '../router.ts'
import { WAY_ICONS } from '../way-icons.ts'

/** Where one can go. */
export interface NavigationItem extends Way<string> {
  /** how many things wait there */
  count?: Signal<number>
}

/** A link of the frame: icon, words, and how much waits there, as a number for the eye and words for the ear. */
export function NavigationLink({ way, size = 22 }: { way: NavigationItem; size?: number }) {
  const { href, title, icon, count } = way
  const waiting = count?.value ?? 0
  return (
    <a
      class="way"
      href={href}
      title={title}
      aria-current={isAt(way, place.value.path) ? 'page' : undefined}
    >
      <span class="way-icon">
        <Icon of={WAY_ICONS[icon]} size={size} />
        {waiting > 0 && (
          <span class="way-count" aria-hidden="true">
            {waiting > 99 ? '99+' : formatNumber(waiting)}
          </span>
        )}
      </span>
      <bdi class="way-title">{title}</bdi>
      {waiting > 0 && <span class="visually-hidden"> {plural(waiting, '{n} new', '{n} new')}</span>}
    </a>
  )
}
