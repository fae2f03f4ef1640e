import type { ComponentChildren, TargetedPointerEvent } from 'preact'
import { formatAge, formatDateTime, formatRelative } from '../format.ts'

/**
 * How long ago; the exact time is shown on pointing.
 * @param at ISO 8601
 * @param children what it says instead
 */
export function Time({ at, children }: { at: string; children?: ComponentChildren }) {
  // not before: the first such text takes a phone longer than a whole post
  const sayExactly = ({ currentTarget }: TargetedPointerEvent<HTMLTimeElement>) => {
    currentTarget.title = formatDateTime(at)
  }
  return (
    <time dateTime={at} onPointerEnter={sayExactly}>
      {children ?? formatRelative(at)}
    </time>
  )
}

/** The same in as few signs as possible; read out in words. @param at ISO 8601 */
export const Age = ({ at }: { at: string }) => (
  <Time at={at}>
    <span aria-hidden="true">{formatAge(at)}</span>
    <span class="visually-hidden">{formatRelative(at)}</span>
  </Time>
)
