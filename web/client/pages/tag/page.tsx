import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import type { Tag } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { place, setQuery } from '../../../shared/router.ts'
import { viewer } from '../../../shared/session.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { accessTo, Closed } from '../../feed/access.tsx'
import { Option, Options } from '../../feed/options.tsx'
import { NotThere } from '../../frame/not-there.tsx'
import { isPinned, pin } from '../../frame/pinned-ways.ts'
import type { PageProps } from '../../page.ts'
import { readInstance } from '../../state/server.ts'
import { PostFeed } from '../../status/post-feed.tsx'
import { TagActions } from './actions.tsx'
import { OtherTags } from './other-tags.tsx'
import './tag.css'
import { useTagStreams } from './streams.ts'
import { askedOf, isNarrowed, tagFeed } from './timeline.ts'

export async function prepare({ tag = '' }: PageProps['params']): Promise<void> {
  await readInstance().catch(() => {})
  const asked = askedOf(tag, place.value.query)
  if (accessTo('hashtag_feeds', asked.origin) === 'open') await tagFeed(asked).start()
}

export function Page({ params: { tag: name = '' } }: PageProps) {
  const tag = useGet<Tag>(`/api/v1/tags/${encodeURIComponent(name)}`)
  const asked = askedOf(name, place.value.query)
  const access = accessTo('hashtag_feeds', asked.origin)
  // a name that is no hashtag
  if (tag.error?.status === 404) return <NotThere />
  const title = `#${tag.data?.name ?? name}`
  const path = `/tags/${encodeURIComponent(name)}`
  return (
    <>
      <PageHead
        title={title}
        heading={<bdi>{title}</bdi>}
        lead={tag.data === null ? ' ' : <Uses tag={tag.data} />}
        actions={<TagActions tag={tag.data} name={name} set={tag.set} />}
      />
      <div class="tag-view">
        <Tabs
          label={t('Which servers')}
          name="from"
          options={[
            ['', t('All servers')],
            ['local', t('This server')],
            ['remote', t('Other servers')],
          ]}
        />
        <Options isChanged={isNarrowed(asked)}>
          <Option
            label={t('Only posts with pictures, video or sound')}
            on={asked.onlyMedia}
            change={(on) => setQuery({ only_media: on ? 'true' : null })}
          />
          {viewer !== null && (
            <Option
              label={t('Pin to the navigation')}
              on={isPinned(path)}
              change={(on) => pin({ href: path, title }, on)}
            />
          )}
          <OtherTags key={place.value.path} asked={asked} />
        </Options>
      </div>
      {access === 'open' ? <Timeline asked={asked} title={title} /> : <Closed access={access} />}
    </>
  )
}

/** How much it was used in the last seven days, today among them. */
function Uses({ tag: { history } }: { tag: Tag }) {
  const week = history.slice(0, 7)
  const uses = week.reduce((sum, day) => sum + Number(day.uses), 0)
  const people = week.reduce((most, day) => Math.max(most, Number(day.accounts)), 0)
  const today = Number(history[0]?.uses ?? 0)
  if (uses === 0) return t('Not used in the last week')
  return (
    <>
      {plural(uses, '{n} post this week', '{n} posts this week')}
      {today > 0 && ` · ${plural(today, '{n} today', '{n} today')}`}
      {people > 1 && ` · ${plural(people, '{n} person on one day', 'up to {n} people a day')}`}
    </>
  )
}

function Timeline({ asked, title }: { asked: ReturnType<typeof askedOf>; title: string }) {
  const feed = tagFeed(asked)
  useTagStreams(feed, asked)
  return (
    <PostFeed
      feed={feed}
      label={t('Posts with {tag}', { tag: title })}
      context="public"
      empty={
        isNarrowed(asked) || asked.origin !== 'all' ? (
          <>
            <p>{t('No posts are as you want them here.')}</p>
            <LinkButton href={place.value.path}>{t('Show all posts')}</LinkButton>
          </>
        ) : (
          <>
            <p>{t('Nobody has used {tag} yet, as far as this server knows.', { tag: title })}</p>
            <LinkButton
              kind="primary"
              href={
                viewer === null
                  ? '/explore/tags'
                  : `/publish?text=${encodeURIComponent(`${title} `)}`
              }
            >
              {viewer === null ? t('See which hashtags are used') : t('Write the first post')}
            </LinkButton>
          </>
        )
      }
    />
  )
}
