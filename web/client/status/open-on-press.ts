import { go } from '../../shared/router.ts'

const OWN_USE = 'a, button, input, textarea, select, label, summary, video, audio, dialog, [role]'

/** A press beside everything that has its own use opens the status, unless text is being selected. */
export function opensOnPress(event: MouseEvent, path: string): void {
  const target = event.target as Element
  const own = target.closest(OWN_USE)
  if (event.defaultPrevented || event.button !== 0 || own !== null) return
  if (getSelection()?.type === 'Range') return
  event.stopPropagation()
  if (event.metaKey || event.ctrlKey) open(path, '_blank', 'noopener')
  else go(path)
}
