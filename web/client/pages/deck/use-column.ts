import { effect } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { followedLink } from '../../../shared/router.ts'
import { OPENS } from '../../status/open-on-press.ts'
import { current, makeCurrent, openPost } from './deck-state.ts'
import { postAt } from './opened.ts'

/** Whether a column is in sight, or about to be: others neither read nor draw anything. */
export function useInSight(column: Element | null, strip: Element | null): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (column === null) return
    const observer = new IntersectionObserver(
      (changes) => {
        const isNear = changes.at(-1)?.isIntersecting === true
        // what has the focus stays
        setInSight(isNear || column.contains(document.activeElement))
      },
      { root: strip, rootMargin: '0px 20%' },
    )
    observer.observe(column)
    return () => observer.disconnect()
  }, [column, strip])
  return isInSight
}

/** Makes the column that is used the current one, and marks what scrolls in it for the keys. */
export function useCurrent(
  element: HTMLElement | null,
  scroller: HTMLElement | null,
  id: string,
): void {
  useEffect(() => {
    if (scroller === null) return
    return effect(() => {
      scroller.dataset.scrolls = current.value === id ? 'current' : ''
    })
  }, [scroller, id])
  useEffect(() => {
    if (element === null) return
    const use = () => makeCurrent(id)
    element.addEventListener('focusin', use)
    element.addEventListener('pointerdown', use)
    return () => {
      element.removeEventListener('focusin', use)
      element.removeEventListener('pointerdown', use)
    }
  }, [element, id])
}

/** Opens posts in the column that they stand in. @param top id of the post that is open: its link leads to its page */
export function useOpensHere(element: HTMLElement | null, id: string, top: string | null): void {
  useEffect(() => {
    if (element === null) return
    const opens = (path: string): boolean => {
      const post = postAt(path)
      if (post === null || post === top) return false
      openPost(id, post)
      return true
    }
    const onAsk = (event: Event) => {
      if (opens((event as CustomEvent<string>).detail)) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      const link = followedLink(event)
      if (link !== null && opens(link.pathname)) event.preventDefault()
    }
    element.addEventListener(OPENS, onAsk)
    element.addEventListener('click', onClick, { capture: true })
    return () => {
      element.removeEventListener(OPENS, onAsk)
      element.removeEventListener('click', onClick, { capture: true })
    }
  }, [element, id, top])
}

/** Keeps what is read where it is when the column moves, which browsers take for a new beginning. */
export function useScrollThroughMoves(scroller: HTMLElement | null, at: number): void {
  const kept = useRef(0)
  useEffect(() => {
    if (scroller === null) return
    const keep = () => {
      kept.current = scroller.scrollTop
    }
    scroller.addEventListener('scroll', keep, { passive: true })
    return () => scroller.removeEventListener('scroll', keep)
  }, [scroller])
  useLayoutEffect(() => {
    if (scroller !== null && kept.current > 0) scroller.scrollTop = kept.current
  }, [scroller, at])
}
