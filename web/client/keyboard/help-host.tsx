import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { tellError } from '../../shared/components/toast.tsx'
import { GlobalShortcuts, isHelpOpen } from './global-shortcuts.ts'

const loaded = signal<typeof import('./help-dialog.tsx') | null>(null)

/** The keys of every page, and where their help sheet appears: drawn once, the sheet is loaded when it is wanted. */
export function KeyboardHost() {
  const isOpen = isHelpOpen.value
  useEffect(() => {
    if (!isOpen || loaded.peek() !== null) return
    import('./help-dialog.tsx').then(
      (module) => {
        loaded.value = module
      },
      (error: unknown) => {
        isHelpOpen.value = false
        tellError(error)
      },
    )
  }, [isOpen])
  const Help = loaded.value?.HelpDialog
  return (
    <>
      <GlobalShortcuts />
      {isOpen && Help !== undefined && <Help />}
    </>
  )
}
