/** px beside letters that a finger still means them */
const NEAR = 8

/** Whether letters are at a place of the window, which somebody may want to select. */
export function isOnText(target: Element, x: number, y: number): boolean {
  const range = document.createRange()
  const walker = document.createTreeWalker(target, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (x > left - NEAR && x < right + NEAR && y > top && y < bottom) return true
    }
  }
  return false
}
