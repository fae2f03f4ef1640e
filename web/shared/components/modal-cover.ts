/** is read out wherever one is */
const LIVE = '.toasts, [role=status], [aria-live]'

let hidden: Element[] = []
let watch: MutationObserver | null = null

/**
 * Tells readers of the screen that nothing behind the uppermost window can be reached, what comes there later included:
 * not all of them go by `aria-modal`.
 * @param uppermost undefined: no window is open
 */
export function coverBehind(uppermost: Element | undefined): void {
  watch?.disconnect()
  for (const one of hidden) one.removeAttribute('aria-hidden')
  hidden = []
  if (uppermost === undefined) return
  watch = new MutationObserver(() => coverBehind(uppermost))
  for (let at = uppermost; at !== document.body && at.parentElement; at = at.parentElement) {
    watch.observe(at.parentElement, { childList: true })
    for (const beside of at.parentElement.children) {
      if (beside === at || beside.matches(LIVE) || beside.hasAttribute('aria-hidden')) continue
      beside.setAttribute('aria-hidden', 'true')
      hidden.push(beside)
    }
  }
}
