import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Choices, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Filter, Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { createFilter, pathOf, refreshFilter, TITLE_LIMIT } from '../../filters/own-filters.ts'
import { refreshStatus } from '../actions.ts'
import { type ChosenWord, WordField } from './word-field.tsx'
import './more.css'

interface FilterDialogProps {
  status: Status
  close: () => void
}

/** Filters a post or a word of it: by a filter of the person that is there, or by a new one. */
export function FilterDialog({ status, close }: FilterDialogProps) {
  const filters = useGet<Filter[]>('/api/v2/filters')
  const subject = useSignal<'post' | 'word'>('post')
  const [tag] = status.tags
  const chosen = useSignal<ChosenWord>({ word: tag ? `#${tag.name}` : '', isWhole: true })
  const isWord = subject.value === 'word'
  const lacksWord = isWord && chosen.value.word.trim() === ''
  const add = async ({ id }: Filter) => {
    if (isWord) await addWord(id, chosen.value)
    else await api.post(`${pathOf(id)}/statuses`, { status_id: status.id })
    await Promise.all([refreshStatus(status.id), refreshFilter(id)])
    tell(isWord ? t('The word is filtered') : t('The post is filtered'))
    close()
  }
  return (
    <Dialog title={t('Filters')} onClose={close}>
      <div class="form filter-subject">
        <Choices
          legend={t('What to filter')}
          value={subject}
          options={[
            { value: 'post', title: t('This post') },
            { value: 'word', title: t('A word, phrase or hashtag, in all posts') },
          ]}
        />
        {isWord && <WordField chosen={chosen} tags={status.tags} />}
      </div>
      <p>
        {t('Only you will no longer see it, where the filter applies.')}{' '}
        <a href="/filters">{t('All your filters')}</a>
      </p>
      <Loaded from={filters}>
        {(known) => (
          <>
            <KnownFilters known={known} add={add} disabled={lacksWord} />
            <NewFilter
              key={subject.value}
              word={isWord ? chosen.value.word : ''}
              add={add}
              disabled={lacksWord}
            />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const addWord = (id: string, { word, isWhole }: ChosenWord) =>
  api.post(`${pathOf(id)}/keywords`, { keyword: word.trim(), whole_word: isWhole })

interface KnownFiltersProps {
  known: readonly Filter[]
  add: (filter: Filter) => Promise<void>
  disabled: boolean
}

function KnownFilters({ known, add, disabled }: KnownFiltersProps) {
  if (known.length === 0) return null
  return (
    <ul class="choose-list" aria-label={t('Your filters')}>
      {known.map((filter) => (
        <li key={filter.id}>
          <span dir="auto">{filter.title}</span>
          <ActionButton
            small
            label={t('Add to {title}', { title: filter.title })}
            disabled={disabled}
            run={() => add(filter)}
          >
            {t('Add')}
          </ActionButton>
        </li>
      ))}
    </ul>
  )
}

interface NewFilterProps {
  /** names the filter unless the person does; blank: a post is filtered */
  word: string
  add: (filter: Filter) => Promise<void>
  disabled: boolean
}

function NewFilter({ word, add, disabled }: NewFilterProps) {
  const written = useSignal<string | null>(null)
  const title = {
    get value() {
      return written.value ?? word
    },
    set value(text) {
      written.value = text
    },
  }
  const create = async () => {
    const context = ['home', 'notifications', 'public', 'thread', 'account']
    await add(await createFilter({ title: title.value, context, filter_action: 'warn' }))
  }
  return (
    <Form submit={t('Make a filter and add it')} onSubmit={create} disabled={disabled}>
      <TextField
        label={t('A new filter')}
        name="title"
        value={title}
        required
        maxLength={TITLE_LIMIT}
      />
    </Form>
  )
}
