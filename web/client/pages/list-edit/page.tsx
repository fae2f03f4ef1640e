import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { LinkButton } from '../../../shared/components/button.tsx'
import { Checkbox, Select, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { List } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { go } from '../../../shared/router.ts'
import { useGet } from '../../../shared/use-resource.ts'
import type { PageProps } from '../../page.ts'
import { ListMembers } from '../../people/lists/list-members.tsx'
import { keepList, repliesPolicies, TITLE_LIMIT } from '../../people/lists/lists.ts'
import '../../people/people.css'

/** Name, options and members of a list. */
export function Page({ params: { id = '' } }: PageProps) {
  const found = useGet<List>(`/api/v1/lists/${id}`)
  return (
    <>
      <PageHead
        title={found.data === null ? t('List') : t('Edit “{title}”', { title: found.data.title })}
        up={{ href: '/lists', title: t('Lists') }}
        actions={<LinkButton href={`/lists/${id}`}>{t('Show the list')}</LinkButton>}
      />
      <Loaded from={found}>
        {(list) => <Editor key={list.id} list={list} onSaved={found.set} />}
      </Loaded>
    </>
  )
}

function Editor({ list, onSaved }: { list: List; onSaved: (list: List) => void }) {
  const title = useSignal(list.title)
  const policy = useSignal<string>(list.replies_policy)
  const exclusive = useSignal(list.exclusive)
  const path = `/api/v1/lists/${list.id}`
  const save = async () => {
    const saved = await api.put<List>(path, {
      title: title.value.trim(),
      replies_policy: policy.value,
      exclusive: exclusive.value,
    })
    keepList(saved.id, saved)
    onSaved(saved)
  }
  const remove = async () => {
    await api.delete(path)
    keepList(list.id, null)
    tell(t('The list is deleted'))
    go('/lists', { replace: true })
  }
  return (
    <>
      <Form submit={t('Save')} onSubmit={save} done={t('The list is saved')}>
        <TextField label={t('Title')} name="title" value={title} maxLength={TITLE_LIMIT} required />
        <Select
          label={t('Which replies it shows')}
          name="replies_policy"
          value={policy}
          options={repliesPolicies()}
        />
        <Checkbox
          label={t('Keep these people out of the home feed')}
          hint={t('What they post is then only in this list.')}
          value={exclusive}
        />
      </Form>
      <ListMembers list={list} />
      <section class="page-section">
        <ActionButton
          run={remove}
          question={{
            title: t('Delete “{title}”?', { title: list.title }),
            text: t('The people in it stay as they are: you still follow them.'),
            confirm: t('Delete the list'),
            danger: true,
          }}
        >
          {t('Delete the list')}
        </ActionButton>
      </section>
    </>
  )
}
