import { go } from '../../shared/router.ts'

/** Event that asks whoever stands around a status to open it there, as a column does; `detail` is its path. */
export const OPENS = 'rookery-opens'

const OWN_USE = 'a, button, input, textarea, select, label, summary, video, audio, dialog, [role]'

/** A press beside everything that has its own use opens the status, unless text is being selected. */
export function opensOnPress(event: MouseEvent, path: string): void {
  const target = event.target as Element
  const own = target.closest(OWN_USE)
  // what stands around the status may have a role, too
  const isOwn = own !== null && (event.currentTarget as Element).contains(own)
  if (event.defaultPrevented || event.button !== 0 || isOwn) return
  if (getSelection()?.type === 'Range') return
  event.stopPropagation()
  if (event.metaKey || event.ctrlKey) {
    open(path, '_blank', 'noopener')
    return
  }
  const asked = new CustomEvent(OPENS, { detail: path, bubbles: true, cancelable: true })
  if (target.dispatchEvent(asked)) go(path)
}
