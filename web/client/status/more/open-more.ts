import { tellError } from '../../../shared/components/toast.tsx'
import type { Status } from '../../../shared/entities/api.ts'

/** Opens the menu of all else that can be done with a status; loaded when it is first needed. */
export function openMore(button: Element, status: Status): void {
  import('./more-menu.tsx').then(({ showMore }) => showMore(button, status), tellError)
}
