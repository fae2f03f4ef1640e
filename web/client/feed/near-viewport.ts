import type { ScrollElement } from './scroller.ts'

/** px around the window in which blocks are drawn: some three screens */
export const MARGIN = 2500

type Told = (isNear: boolean) => void

const told = new WeakMap<Element, Told>()
/** one for each that scrolls: margins of the window do not count within another one */
const observers = new WeakMap<object, IntersectionObserver>()

function observerOf(root: ScrollElement): IntersectionObserver {
  const known = observers.get(root ?? window)
  if (known !== undefined) return known
  const made = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting)
    },
    { root, rootMargin: `${MARGIN}px 0px` },
  )
  observers.set(root ?? window, made)
  return made
}

/**
 * Tells when an element comes near what is seen or goes far from it.
 * @param root what it scrolls in
 * @returns ends it
 */
export function watchNearness(element: Element, root: ScrollElement, tell: Told): () => void {
  const observer = observerOf(root)
  told.set(element, tell)
  observer.observe(element)
  return () => {
    observer.unobserve(element)
    told.delete(element)
  }
}

const measured = new WeakMap<Element, (height: number) => void>()
let sizes: ResizeObserver | null = null

/** Tells the height of an element, now and whenever it changes. @returns ends it */
export function watchHeight(element: Element, tell: (height: number) => void): () => void {
  sizes ??= new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const [box] = borderBoxSize
      if (box !== undefined && box.blockSize > 0) measured.get(target)?.(box.blockSize)
    }
  })
  measured.set(element, tell)
  sizes.observe(element)
  return () => {
    sizes?.unobserve(element)
    measured.delete(element)
  }
}
