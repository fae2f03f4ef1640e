import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../shared/i18n.ts'
import { ArrowUp, Icon } from '../../shared/icons.tsx'
import { Scroller } from '../feed/scroller.ts'
import type { Post } from '../state/statuses.ts'
import { wantsStillness } from '../state/theme.ts'

/** px of a post below the head of the page that count as none of it being seen */
const SEEN = 4

/** Says that a post stands above what is seen, the nearest of those that are answered, and leads there. */
export function WayUp({ ancestors }: { ancestors: readonly Post[] }) {
  const scroller = useContext(Scroller)
  const element = useRef<HTMLDivElement>(null)
  const [nearest, setNearest] = useState(-1)
  useEffect(() => {
    const list = element.current?.parentElement?.querySelector('.ancestors')
    const rows = [...(list?.children ?? [])]
    const head = scroller === null ? document.querySelector('.page-title') : null
    const covered = (head?.clientHeight ?? 0) + SEEN
    const observer = new IntersectionObserver(
      (changes) => {
        const edge = changes.at(-1)?.rootBounds?.top ?? covered
        setNearest(rows.findLastIndex((row) => row.getBoundingClientRect().bottom < edge))
      },
      { root: scroller, rootMargin: `-${covered}px 0px 0px` },
    )
    for (const row of rows) observer.observe(row)
    return () => observer.disconnect()
  }, [ancestors.length, scroller])
  const post = ancestors[nearest]
  const acct = post?.shown.value.account.acct
  const lead = () => {
    const row = element.current?.parentElement?.querySelectorAll('.ancestors > li')[nearest]
    row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'start', behavior: wantsStillness() ? 'instant' : 'smooth' })
  }
  return (
    <div ref={element} class="way-up">
      {acct !== undefined && (
        <button
          type="button"
          class="way-up-chip"
          aria-label={`${t('What it answers')}: @${acct}`}
          onClick={lead}
        >
          <Icon of={ArrowUp} size={16} />
          <bdi>@{acct}</bdi>
        </button>
      )}
    </div>
  )
}
