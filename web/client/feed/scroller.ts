import { createContext } from 'preact'

/** Element that a feed scrolls in, as a column does; null: the window. */
export type ScrollElement = HTMLElement | null

export const Scroller = createContext<ScrollElement>(null)

export const scrollOf = (scroller: ScrollElement): number =>
  scroller === null ? scrollY : scroller.scrollTop

export function scrollToY(scroller: ScrollElement, top: number): void {
  const where = scroller ?? window
  where.scrollTo({ top, behavior: 'instant' })
}

export function scrollByY(scroller: ScrollElement, top: number): void {
  const where = scroller ?? window
  where.scrollBy({ top, behavior: 'instant' })
}

/** px of the window where what is seen of it begins */
export const topOf = (scroller: ScrollElement): number =>
  scroller === null ? 0 : scroller.getBoundingClientRect().top

export const heightOf = (scroller: ScrollElement): number => scroller?.clientHeight ?? innerHeight

/** Where its entries are looked for. */
export const within = (scroller: ScrollElement): ParentNode => scroller ?? document

/** Where its scrolling is heard. */
export const heardAt = (scroller: ScrollElement): EventTarget => scroller ?? window
