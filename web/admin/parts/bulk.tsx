import type { ComponentChildren } from 'preact'
import type { Chosen } from './choose-box.tsx'

/** Above a list: chooses entries and acts upon them. It stays in sight while some are chosen. */
export function Bulk({ chosen, children }: { chosen: Chosen; children: ComponentChildren }) {
  return <div class={chosen.ids.length === 0 ? 'bulk' : 'bulk is-used'}>{children}</div>
}
