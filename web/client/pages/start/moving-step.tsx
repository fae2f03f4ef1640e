import { Button } from '../../../shared/components/button.tsx'
import { t } from '../../../shared/i18n.ts'

/** The ways to bring followers, follows and posts along from another server. */
export function MovingStep({ goOn }: { goOn: () => void }) {
  return (
    <>
      <p>{t('You can bring a lot with you. Everything opens in a tab of its own.')}</p>
      <ul class="start-links">
        {ways().map(({ href, title, text }) => (
          <li key={href + title}>
            <a href={href} target="_blank" rel="noreferrer">
              <strong>{title}</strong>
              <span class="muted small">{text}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <Button kind="primary" onClick={goOn}>
          {t('Go on')}
        </Button>
      </div>
    </>
  )
}

const ways = () => [
  {
    href: '/settings/migration',
    title: t('Your followers'),
    text: t('Name the old account here as an alias, then start the move on the old server.'),
  },
  {
    href: '/settings/import',
    title: t('Whom you follow, block and mute'),
    text: t('Export the lists on the old server as CSV files and import them here.'),
  },
  {
    href: '/settings/import',
    title: t('Your posts'),
    text: t('Ask the old server for an archive, and give it to this one.'),
  },
]
