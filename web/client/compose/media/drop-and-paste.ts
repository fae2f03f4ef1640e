import { useSignal } from '@preact/signals'
import type { Composition } from '../composition.ts'
import { addFiles } from './attachments.ts'

/** Files that are dropped onto the composer or pasted into it. */
export function useReceivedFiles(composition: Composition) {
  const isOver = useSignal(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
  return {
    isOver: isOver.value,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        isOver.value = true
      },
      onDragLeave: () => {
        isOver.value = false
      },
      onDrop: (event: DragEvent) => {
        isOver.value = false
        if (!hasFiles(event)) return
        event.preventDefault()
        addFiles(composition, [...(event.dataTransfer?.files ?? [])])
      },
      onPaste: (event: ClipboardEvent) => {
        const files = [...(event.clipboardData?.files ?? [])]
        // text that a program also gives as a picture stays text
        if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
        event.preventDefault()
        addFiles(composition, files)
      },
    },
  }
}
