import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { ArrowUp, Icon } from '../../shared/icons.tsx'
import { Scroller } from '../feed/scroller.ts'
import type { Post } from '../state/statuses.ts'
import { wantsStillness } from '../state/theme.ts'
import { wordsOf } from '../status/words.ts'

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
  const status = ancestors[nearest]?.shown.value
  const lead = () => {
    const row = element.current?.parentElement?.querySelectorAll('.ancestors > li')[nearest]
    row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'start', behavior: wantsStillness() ? 'instant' : 'smooth' })
  }
  return (
    <div ref={element} class="way-up">
      {status !== undefined && <Chip status={status} lead={lead} />}
    </div>
  )
}

/** At the beginning of a reply: they say less of it than its words. */
const MENTIONS = /^(?:@\S+\s+)+/

function Chip({ status, lead }: { status: Status; lead: () => void }) {
  const { acct } = status.account
  const all = wordsOf(status)
  const words = all.replace(MENTIONS, '') || all
  return (
    <button
      type="button"
      class="way-up-chip"
      aria-label={`${t('What it answers')}: @${acct} ${words}`}
      onClick={lead}
    >
      <Icon of={ArrowUp} size={16} />
      <bdi>@{acct}</bdi>{' '}
      <bdi class="way-up-words" lang={status.language ?? undefined}>
        {words}
      </bdi>
    </button>
  )
}
