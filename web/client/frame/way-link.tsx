import { formatNumber } from '../../shared/format.ts'
import { plural } from '../../shared/i18n.ts'
import { Icon } from '../../shared/icons.tsx'
import { place } from '../../shared/router.ts'
import { isAt, type Way } from './ways.ts'

/** A link of the frame: icon, words, and how much waits there, as a number for the eye and words for the ear. */
export function WayLink({ way, size = 22 }: { way: Way; size?: number }) {
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
        <Icon of={icon} size={size} />
        {waiting > 0 && (
          <span class="way-count" aria-hidden="true">
            {waiting > 99 ? '99+' : formatNumber(waiting)}
          </span>
        )}
      </span>
      <span class="way-title">{title}</span>
      {waiting > 0 && <span class="visually-hidden"> {plural(waiting, '{n} new', '{n} new')}</span>}
    </a>
  )
}
