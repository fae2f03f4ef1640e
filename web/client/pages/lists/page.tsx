import { useSignal } from '@preact/signals'
import { LinkButton } from '../../../shared/components/button.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Empty, ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { List } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { Icon, List as ListIcon } from '../../../shared/icons.tsx'
import { go } from '../../../shared/router.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { createList, ownLists, repliesPolicies, TITLE_LIMIT } from '../../people/lists/lists.ts'
import { useCached } from '../../people/read-cache.ts'
import '../../people/people.css'

export const prepare = () => ownLists().read()

/** The person's lists, and a new one. */
export function Page() {
  const lists = useCached(ownLists())
  const title = useSignal('')
  const create = async () => {
    const list = await createList(title.value)
    go(`/lists/${list.id}/edit`)
  }
  return (
    <>
      <PageHead
        title={t('Lists')}
        lead={t('A list shows what a few people post, apart from all the others. Only you see it.')}
      />
      <Form inline submit={t('Create')} disabled={title.value.trim() === ''} onSubmit={create}>
        <TextField label={t('New list')} name="title" value={title} maxLength={TITLE_LIMIT} />
      </Form>
      <section class="page-section" aria-label={t('Your lists')}>
        <Lists lists={lists} />
      </section>
    </>
  )
}

function Lists({ lists }: { lists: readonly List[] | null }) {
  const error = ownLists().error.value
  if (lists === null) {
    if (error === null) return <Loading />
    return <ErrorNotice error={error} retry={() => void ownLists().reload()} />
  }
  if (lists.length === 0) {
    return (
      <Empty>
        <Drawing of="rows" />
        <p>{t('You have no lists yet. Name one above: friends, news, birds …')}</p>
      </Empty>
    )
  }
  return (
    <ul class="account-rows">
      {lists.map((list) => (
        <li key={list.id} class="plain-row">
          <a class="list-link" href={`/lists/${list.id}`}>
            <Icon of={ListIcon} />
            <span>
              <strong dir="auto">{list.title}</strong>
              <span class="muted small">{wordsOf(list)}</span>
            </span>
          </a>
          <LinkButton small href={`/lists/${list.id}/edit`}>
            {t('Edit')} <span class="visually-hidden">{list.title}</span>
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

function wordsOf({ replies_policy, exclusive }: List): string {
  const policy = repliesPolicies().find(([name]) => name === replies_policy)?.[1] ?? ''
  return exclusive ? `${policy} · ${t('not in your home feed')}` : policy
}
