import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { List } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Tag } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'

const changeFollow = (name: string, verb: 'follow' | 'unfollow') =>
  api.post<Tag>(`/api/v1/tags/${encodeURIComponent(name)}/${verb}`)

/** Hashtags whose posts come into the home timeline. */
export function Page() {
  const list = useList<Tag>('/api/v1/followed_tags', { limit: 40 })
  return (
    <>
      <PageHead
        title={t('Followed hashtags')}
        lead={t('Posts with them come into your home timeline, whoever writes them.')}
      />
      <Follow done={list.reload} />
      <List
        list={list}
        label={t('Followed hashtags')}
        empty={<p>{t('You follow no hashtags yet. Type one above, or follow one on its page.')}</p>}
        keyOf={({ name }) => name}
      >
        {(tag) => (
          <Row tag={tag} gone={() => list.replace(({ name }) => name === tag.name, null)} />
        )}
      </List>
    </>
  )
}

function Follow({ done }: { done: () => Promise<void> }) {
  const name = useSignal('')
  const follow = async () => {
    await changeFollow(name.value.trim().replace(/^[#＃]/, ''), 'follow')
    name.value = ''
    await done()
  }
  return (
    <div class="follow-tag">
      <Form inline submit={t('Follow')} onSubmit={follow}>
        <TextField label={t('Hashtag')} name="name" value={name} placeholder="#birds" required />
      </Form>
    </div>
  )
}

function Row({ tag, gone }: { tag: Tag; gone: () => void }) {
  const people = tag.history.slice(0, 2).reduce((sum, day) => sum + Number(day.accounts), 0)
  return (
    <div class="card-head">
      <div>
        <a class="name" href={`/tags/${encodeURIComponent(tag.name)}`}>
          <bdi>#{tag.name}</bdi>
        </a>
        <p class="muted small">
          {plural(people, '{n} person in the past two days', '{n} people in the past two days')}
        </p>
      </div>
      <ActionButton
        small
        label={t('Unfollow #{name}', { name: tag.name })}
        run={async () => {
          await changeFollow(tag.name, 'unfollow')
          gone()
        }}
      >
        {t('Unfollow')}
      </ActionButton>
    </div>
  )
}
