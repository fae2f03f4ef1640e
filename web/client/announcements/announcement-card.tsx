import { useSignal } from '@preact/signals'
import { Button } from '../../shared/components/button.tsx'
import { withEmojis } from '../../shared/components/person.tsx'
import { Time } from '../../shared/components/time.tsx'
import { keepFocus } from '../../shared/focus.ts'
import { formatNumber, plural, t } from '../../shared/i18n.ts'
import { ChevronDown, ChevronLeft, ChevronRight, Icon, Megaphone } from '../../shared/icons.tsx'
import { AnnouncementBody } from './announcement-body.tsx'
import { announcements, dismiss, unreadAnnouncements } from './announcements.ts'
import { titleOf } from './title.ts'

/** At the top of home while something is unread: a line that opens. */
export function AnnouncementCard() {
  const isOpen = useSignal(false)
  const unread = unreadAnnouncements.value
  const [newest] = unread
  if (newest === undefined) return null
  return (
    <section class="announcement-card" aria-label={t('New announcements')}>
      <button
        type="button"
        class="announcement-line"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        <Icon of={Megaphone} class="announcement-sign" />
        <span class="announcement-words">
          <span class="announcement-count">
            {plural(unread.length, '{n} new announcement', '{n} new announcements')}
          </span>
          {!isOpen.value && (
            <span class="announcement-first muted" dir="auto">
              {withEmojis(titleOf(newest), newest.emojis)}
            </span>
          )}
        </span>
        <Icon of={ChevronDown} class="announcement-fold" />
      </button>
      {isOpen.value && <Unfolded />}
    </section>
  )
}

/** One of the unread at a time, the newest first. */
function Unfolded() {
  const at = useSignal(0)
  const unread = unreadAnnouncements.value
  const index = Math.min(at.value, unread.length - 1)
  const shown = unread[index]
  if (shown === undefined) return null
  const leaf = (by: number) => () => {
    at.value = (index + by + unread.length) % unread.length
  }
  const read = () => {
    void dismiss(shown)
    keepFocus()
  }
  return (
    <div class="announcement-open">
      <article key={shown.id} aria-label={titleOf(shown)}>
        <AnnouncementBody announcement={shown} />
      </article>
      <div class="announcement-end">
        <Button small kind="primary" onClick={read}>
          {t('Got it')}
        </Button>
        <a class="small" href="/announcements">
          {plural(announcements.value?.length ?? 0, 'See it on its page', 'See all {n}')}
        </a>
        <span class="small muted announcement-published">
          <Time at={shown.published_at} />
        </span>
        {unread.length > 1 && (
          <div class="announcement-leaves">
            <LeafButton label={t('Newer announcement')} icon={ChevronLeft} press={leaf(-1)} />
            <span class="small" aria-live="polite">
              {t('{place} of {all}', {
                place: formatNumber(index + 1),
                all: formatNumber(unread.length),
              })}
            </span>
            <LeafButton label={t('Older announcement')} icon={ChevronRight} press={leaf(1)} />
          </div>
        )}
      </div>
    </div>
  )
}

interface LeafButtonProps {
  label: string
  icon: typeof ChevronLeft
  press: () => void
}

function LeafButton({ label, icon, press }: LeafButtonProps) {
  return (
    <button
      type="button"
      class="announcement-leaf"
      aria-label={label}
      title={label}
      onClick={press}
    >
      <Icon of={icon} size={18} class="flips" />
    </button>
  )
}
