import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { tellError } from '../../../shared/components/toast.tsx'
import type { FeaturedTag, Tag } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { Icon, Plus } from '../../../shared/icons.tsx'
import { me } from '../../../shared/session.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { featuredTagsOf } from '../../people/account-cache.ts'
import { instance } from '../../state/server.ts'

const PATH = '/api/v1/featured_tags'

/** Hashtags on the profile, by which others find posts there. Each change counts at once. */
export function FeaturedTagsEditor() {
  const tags = useGet<FeaturedTag[]>(PATH)
  const suggested = useGet<Tag[]>(`${PATH}/suggestions`)
  const name = useSignal('')
  const most = instance.value?.configuration.accounts.max_featured_tags ?? 10
  const show = (changed: FeaturedTag[]) => {
    tags.set(changed)
    featuredTagsOf({ id: me.account_id }).set(changed)
  }
  const add = async (wanted: string) => {
    const tag = await api.post<FeaturedTag>(PATH, { name: wanted.trim().replace(/^#/, '') })
    show([...(tags.data ?? []).filter(({ id }) => id !== tag.id), tag])
  }
  const known = new Set((tags.data ?? []).map((tag) => tag.name.toLowerCase()))
  const offered = (suggested.data ?? []).filter((tag) => !known.has(tag.name.toLowerCase()))
  const isFull = known.size >= most
  return (
    <section class="card" aria-labelledby="featured-tags">
      <h2 id="featured-tags">{t('Featured hashtags')}</h2>
      <p class="muted small">{t('Visitors of your profile can look at your posts by these.')}</p>
      <Loaded from={tags}>
        {(all) => (
          <TagList
            tags={all}
            onRemoved={(removed) => show(all.filter(({ id }) => id !== removed.id))}
          />
        )}
      </Loaded>
      {isFull ? (
        <p class="muted small">{t('There can be {n} hashtags.', { n: most })}</p>
      ) : (
        <>
          <Form
            inline
            submit={t('Add')}
            onSubmit={async () => {
              await add(name.value)
              name.value = ''
            }}
          >
            <TextField label={t('Hashtag')} name="name" value={name} />
          </Form>
          <Suggestions tags={offered.slice(0, 6)} add={add} />
        </>
      )}
    </section>
  )
}

interface TagListProps {
  tags: readonly FeaturedTag[]
  onRemoved: (tag: FeaturedTag) => void
}

function TagList({ tags, onRemoved }: TagListProps) {
  return (
    <ul class="tags-editor">
      {tags.map((tag) => (
        <li key={tag.id} class="plain-row">
          <span>
            #<bdi>{tag.name}</bdi>{' '}
            <span class="muted small">
              {plural(Number(tag.statuses_count), '{n} post', '{n} posts')}
            </span>
          </span>
          <ActionButton
            small
            label={t('Remove #{tag}', { tag: tag.name })}
            run={async () => {
              await api.delete(`${PATH}/${tag.id}`)
              onRemoved(tag)
            }}
          >
            {t('Remove')}
          </ActionButton>
        </li>
      ))}
    </ul>
  )
}

interface SuggestionsProps {
  tags: readonly Tag[]
  add: (name: string) => Promise<void>
}

function Suggestions({ tags, add }: SuggestionsProps) {
  if (tags.length === 0) return null
  return (
    <p class="chips tags-offered">
      {tags.map((tag) => (
        <button
          key={tag.name}
          type="button"
          class="chip"
          onClick={() => void add(tag.name).catch(tellError)}
        >
          <Icon of={Plus} size={14} /> #{tag.name}
        </button>
      ))}
    </p>
  )
}
