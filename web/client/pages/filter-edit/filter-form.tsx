import { useSignal } from '@preact/signals'
import {
  filterActions,
  filterEnds,
} from '../../../../src/surfaces/pages/settings/filter-choices.ts'
import { Choices, Select, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { formatDateTime } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import type { FilterDraft } from '../../filters/draft.ts'
import { TITLE_LIMIT } from '../../filters/own-filters.ts'
import { ContextChoice } from './context-choice.tsx'
import { KeywordRows } from './keyword-rows.tsx'

interface FilterFormProps {
  /** what the form begins with */
  draft: FilterDraft
  /** ISO 8601: when the filter ends as it is now */
  ends: string | null
  submit: string
  save: (draft: FilterDraft) => Promise<void>
}

export function FilterForm({ draft, ends, submit, save }: FilterFormProps) {
  const title = useSignal(draft.title)
  const context = useSignal(draft.context)
  const action = useSignal(draft.action)
  const end = useSignal(draft.end)
  const keywords = useSignal(draft.keywords)
  const lacksContext = useSignal(false)
  const send = async () => {
    lacksContext.value = context.value.length === 0
    if (lacksContext.value) return
    await save({
      title: title.value,
      context: context.value,
      action: action.value,
      end: end.value,
      keywords: keywords.value,
    })
  }
  return (
    <Form submit={submit} onSubmit={send}>
      <TextField
        label={t('Name')}
        name="title"
        value={title}
        hint={t('Stands in place of a post that is covered.')}
        maxLength={TITLE_LIMIT}
        required
      />
      <KeywordRows keywords={keywords} />
      <ContextChoice context={context} isMissing={lacksContext.value} />
      <Choices legend={t('What happens to a post')} value={action} options={filterActions(t)} />
      <Select
        label={t('When it ends')}
        name="expires_in"
        value={end}
        options={filterEnds(t, ends !== null).map((one) => [one.value, one.title] as const)}
        {...(ends === null ? {} : { hint: t('Now: {time}', { time: formatDateTime(ends) }) })}
      />
    </Form>
  )
}
