import type { ComponentChildren, TargetedPointerEvent } from 'preact'
import { formatDateTime, formatRelative } from '../format.ts'

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
