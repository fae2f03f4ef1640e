import './aside.css'
import type { ComponentChildren } from 'preact'
import type { Suggestion, Tag } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { type Resource, useGet } from '../../shared/resource.ts'
import { server, viewer } from '../../shared/session.ts'
import { AccountRow } from '../people/account-row.tsx'
import { FollowButton } from '../people/follow-button.tsx'
import { instance } from '../state/server.ts'
import { isStaff } from './more-ways.ts'

/** What is talked about, whom one could follow, and who runs the place. */
export function Aside() {
  return (
    <>
      {viewer !== null && <People />}
      <Trends />
      <AboutServer />
    </>
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

interface PartProps {
  title: string
  from: Resource<readonly unknown[]>
  /** so many places are kept while it is read, so that nothing moves when it comes */
  rows: number
  more: { href: string; title: string }
  children: ComponentChildren
}

/** What cannot be read, or holds nothing, takes no room: it is an offer, not the page. */
function Part({ title, from, rows, more, children }: PartProps) {
  if (from.error !== null || from.data?.length === 0) return null
  return (
    <section class="aside-part" aria-label={title}>
      <h2>{title}</h2>
      {from.data === null ? (
        <ul aria-hidden="true">
          {Array.from({ length: rows }, (_, row) => (
            <li key={row} class="aside-waiting" />
          ))}
        </ul>
      ) : (
        <ul>{children}</ul>
      )}
      <a class="aside-more" href={more.href}>
        {more.title}
      </a>
    </section>
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
      <p class="small muted">
        <bdi>Rookery {server.version}</bdi>
      </p>
    </footer>
  )
}
