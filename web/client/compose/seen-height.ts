import { useEffect } from 'preact/hooks'

/**
 * Says to the styles how much of the window is seen, as `--seen-height`: where a keyboard lies above the page instead of
 * making it smaller, as on iPhones, `100dvh` reaches below the keyboard.
 */
export function useSeenHeight(): void {
  useEffect(() => {
    const view = visualViewport
    if (view === null) return
    const { style } = document.documentElement
    const tell = () => {
      // somebody who looks closer sees less of the page, but no keyboard takes it
      if (view.scale < 1.01) style.setProperty('--seen-height', `${view.height}px`)
    }
    tell()
    view.addEventListener('resize', tell)
    return () => {
      view.removeEventListener('resize', tell)
      style.removeProperty('--seen-height')
    }
  }, [])
}
