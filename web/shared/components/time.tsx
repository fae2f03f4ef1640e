import { formatDateTime, formatRelative } from '../format.ts'

/** How long ago; the exact time is shown on pointing. @param at ISO 8601 */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at)}
    </time>
  )
}
