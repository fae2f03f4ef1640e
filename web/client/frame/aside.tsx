import './aside.css'
import { useEffect } from 'preact/hooks'
import { OFFERED } from '../../../src/kernel/text/locales.ts'
import { isStaff } from '../../shared/around.ts'
import { withEmojis } from '../../shared/components/person.tsx'
import { Time } from '../../shared/components/time.tsx'
import type { Suggestion, Tag } from '../../shared/entities/api.ts'
import { language, plural, t } from '../../shared/i18n.ts'
import { server, viewer } from '../../shared/session.ts'
import { useGet } from '../../shared/use-resource.ts'
import { isUnread } from '../announcements/announcement-list.ts'
import { announcements, readAnnouncements } from '../announcements/announcements.ts'
import { titleOf } from '../announcements/title.ts'
import { AccountRow } from '../people/account-row.tsx'
import { FollowButton } from '../people/follow-button.tsx'
import { chooseLanguage } from '../state/choose-language.ts'
import { instance } from '../state/server.ts'
import { Part } from './aside-part.tsx'
import { Drafts, Scheduled } from './aside-writing.tsx'
import { pageAside } from './page-aside.ts'

/** The person’s own matters, and what else there is: beside each other where the window is wide enough. */
export function Aside() {
  return (
    <div class="aside-parts">
      {pageAside.value !== null && <div>{pageAside.value}</div>}
      {viewer !== null && (
        <div>
          <Announced />
          <Drafts />
          <Scheduled />
          <People />
        </div>
      )}
      <div>
        <Trends />
        <AboutServer />
      </div>
    </div>
  )
}

/** so many are named; all of them are on their page */
const MOST_ANNOUNCED = 3

/** Current announcements: none take no room. */
function Announced() {
  useEffect(() => void readAnnouncements().catch(() => {}), [])
  const all = announcements.value ?? []
  if (all.length === 0) return null
  return (
    <section class="aside-part" aria-label={t('Announcements')}>
      <h2>{t('Announcements')}</h2>
      <ul>
        {all.slice(0, MOST_ANNOUNCED).map((one) => (
          <li key={one.id}>
            <a class="aside-announcement" href="/announcements">
              <span class="aside-announcement-text" dir="auto">
                {withEmojis(titleOf(one), one.emojis)}
              </span>
              <span class="muted small">
                {isUnread(one) && <strong>{t('New')} · </strong>}
                <Time at={one.published_at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <a class="aside-more" href="/announcements">
        {t('All announcements')}
      </a>
    </section>
  )
}

function Trends() {
  const tags = useGet<Tag[]>('/api/v1/trends/tags', { limit: 5 })
  return (
    <Part
      title={t('Trending')}
      from={tags}
      rows={5}
      more={{ href: '/explore/tags', title: t('All trends') }}
    >
      {tags.data?.map((tag) => (
        <li key={tag.name}>
          <a class="aside-tag" href={`/tags/${encodeURIComponent(tag.name)}`}>
            <bdi class="name">#{tag.name}</bdi>
            <span class="muted small">{peopleOf(tag)}</span>
          </a>
        </li>
      ))}
    </Part>
  )
}

/** of the last two days, as the days of a trend are cut at midnight far away */
function peopleOf({ history }: Tag): string {
  const accounts = history.slice(0, 2).reduce((sum, day) => sum + Number(day.accounts), 0)
  return plural(accounts, '{n} person in the past two days', '{n} people in the past two days')
}

function People() {
  const found = useGet<Suggestion[]>('/api/v2/suggestions', { limit: 3 })
  return (
    <Part
      title={t('People to follow')}
      from={found}
      rows={3}
      more={{ href: '/directory', title: t('More people') }}
    >
      {found.data?.map(({ account }) => (
        <li key={account.id}>
          <AccountRow account={account} actions={<FollowButton account={account} />} />
        </li>
      ))}
    </Part>
  )
}

function AboutServer() {
  const { description, contact, configuration, source_url } = instance.value ?? {}
  return (
    <footer class="aside-server">
      <section aria-label={t('About this server')}>
        <p>
          <a class="name" href="/about">
            {server.title}
          </a>
        </p>
        {description && (
          <p class="small muted aside-description" dir="auto">
            {description}
          </p>
        )}
        {contact?.account != null && (
          <>
            <p class="small muted">{t('Run by')}</p>
            <AccountRow account={contact.account} />
          </>
        )}
      </section>
      <p class="aside-links">
        <a href="/about">{t('About')}</a>
        <a href="/directory">{t('People')}</a>
        <a href="/privacy-policy">{t('Privacy')}</a>
        {configuration?.urls.terms_of_service != null && (
          <a href="/terms-of-service">{t('Terms')}</a>
        )}
        {configuration?.urls.status != null && (
          <a href={configuration.urls.status}>{t('Status|of the server')}</a>
        )}
        <a href="/keyboard">{t('Keyboard')}</a>
        <a href="/developers">{t('Developers')}</a>
        {isStaff() && <a href="/admin">{t('Administration')}</a>}
        {source_url !== undefined && (
          <a href={source_url} target="_blank" rel="noopener">
            {t('Source code')}
          </a>
        )}
      </p>
      {viewer === null && <LanguageChoice />}
      <p class="small muted">
        <bdi>Rookery {server.version}</bdi>
      </p>
    </footer>
  )
}

/** For visitors, who have no preferences; each language by its own name. */
function LanguageChoice() {
  return (
    <label class="aside-language small muted">
      {t('Language of the interface')}{' '}
      <select
        value={language()}
        onChange={(event) => void chooseLanguage(event.currentTarget.value)}
      >
        {OFFERED.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
