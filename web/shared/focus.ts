/**
 * Where what had the focus is gone, as an entry that was deleted, the heading of the page takes it: who works by
 * keyboard would otherwise begin at the top of the document again.
 */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
}
