import { t } from '../../shared/i18n.ts'

/** Placeholders while posts load, about as high as posts, so that little moves. */
export function FeedSkeleton({ isFirst }: { isFirst: boolean }) {
  return (
    <div class="loading feed-skeleton" role="status">
      <span class="visually-hidden">{t('Loading…')}</span>
      {Array.from({ length: isFirst ? 5 : 1 }, (_, at) => (
        <div key={at} class="skeleton-post" aria-hidden="true">
          <span class="skeleton-picture" />
          <span class="skeleton-lines">
            <span />
            <span />
            <span />
          </span>
        </div>
      ))}
    </div>
  )
}
