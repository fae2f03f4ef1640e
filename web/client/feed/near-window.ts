/** px around the window in which blocks are drawn: some three screens */
export const MARGIN = 2500

type Told = (isNear: boolean) => void

const told = new WeakMap<Element, Told>()
let observer: IntersectionObserver | null = null

/** Tells when an element comes near the window or goes far from it. @returns ends it */
export function watchNearness(element: Element, tell: Told): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting)
    },
    { rootMargin: `${MARGIN}px 0px` },
  )
  told.set(element, tell)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
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
