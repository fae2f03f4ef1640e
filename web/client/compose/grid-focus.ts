/** The arrow keys lead through buttons that stand in a grid, which is one stop of the Tab key. */
export function moveFocus(event: KeyboardEvent, grid: HTMLElement | null): void {
  if (grid === null) return
  const buttons = [...grid.querySelectorAll<HTMLElement>('button')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  const isRtl = getComputedStyle(grid).direction === 'rtl'
  const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: isRtl ? -1 : 1,
    ArrowLeft: isRtl ? 1 : -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -at,
    End: buttons.length - 1 - at,
  }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus()
}
