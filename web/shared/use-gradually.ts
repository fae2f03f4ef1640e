import type { VNode } from 'preact'
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { drawSoon } from './draw-soon.ts'

interface How {
  /** how many are drawn in the first step */
  atOnce: number
  /** false: none are */
  isWanted?: boolean
}

/**
 * Draws items one after another, so that nothing else has to wait for all of them.
 * @param draw the same function as long as it draws the same: those that are there are not drawn again for the next
 */
export function useGradually<T>(
  items: readonly T[],
  draw: (item: T) => VNode,
  { atOnce, isWanted = true }: How,
): { drawn: VNode[]; isWhole: boolean } {
  // once whole it stays so: what is put above the others must not push the last of them out
  const reach = (wanted: number) => (wanted >= items.length ? Number.POSITIVE_INFINITY : wanted)
  const [count, setCount] = useState(() => (items.length > 0 ? reach(atOnce) : atOnce))
  const made = useMemo(() => new Map<T, VNode>(), [draw])
  const isWhole = count >= items.length
  useLayoutEffect(() => {
    if (isWanted) return isWhole ? undefined : drawSoon(() => setCount(reach(count + 1)), count > 0)
    // they hold their elements
    made.clear()
    setCount(0)
  }, [isWanted, isWhole, count])
  const drawn = items.slice(0, count).map((item) => {
    const known = made.get(item) ?? draw(item)
    made.set(item, known)
    return known
  })
  return { drawn, isWhole }
}
