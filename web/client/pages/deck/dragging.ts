import { signal } from '@preact/signals'
import { moveColumn } from './deck-state.ts'

/** ids of the column that is dragged, and of the one that it is above */
const dragged = signal<string | null>(null)
const target = signal<string | null>(null)

/** Whether a column that is dragged would take the place of this one. */
export const isDropTarget = (id: string): boolean =>
  target.value === id && dragged.value !== null && dragged.value !== id

function end(): void {
  dragged.value = null
  target.value = null
}

/** Properties by which the head of a column is dragged. */
export const dragsOf = (id: string) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    // links and texts within can be dragged, too
    if (event.target !== event.currentTarget) return
    dragged.value = id
    event.dataTransfer?.setData('text/plain', '')
    if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'move'
  },
  onDragEnd: end,
})

/** Properties by which a column is dropped upon another one, whose place it takes. */
export const dropsOf = (id: string, at: number) => ({
  onDragOver: (event: DragEvent) => {
    if (dragged.peek() === null) return
    event.preventDefault()
    target.value = id
  },
  onDrop: (event: DragEvent) => {
    const moved = dragged.peek()
    if (moved === null) return
    event.preventDefault()
    end()
    if (moved !== id) moveColumn(moved, at)
  },
})
