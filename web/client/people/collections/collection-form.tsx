import { useSignal } from '@preact/signals'
import { charactersLeft } from '../../../shared/characters-left.ts'
import { Checkbox, Select, TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { Collection, Language } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { type CollectionTexts, LIMITS } from './collections.ts'

interface CollectionFormProps {
  /** what there is; undefined for a new one */
  collection?: Collection
  submit: string
  done?: string
  onSubmit: (texts: CollectionTexts) => Promise<unknown>
  onCancel?: () => void
}

/** Name, description and topic of a collection. The typed values stay until the server accepts them. */
export function CollectionForm(props: CollectionFormProps) {
  const { collection, submit, done, onSubmit, onCancel } = props
  const { name, description, language, tag, sensitive, discoverable, texts } = useTexts(collection)
  const languages = useGet<Language[]>('/api/v1/instance/languages')
  return (
    <Form
      submit={submit}
      onSubmit={() => onSubmit(texts())}
      {...(done === undefined ? {} : { done })}
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      <TextField
        label={t('Name')}
        name="name"
        value={name}
        maxLength={LIMITS.name}
        hint={left(LIMITS.name, name.value)}
        required
      />
      <TextArea
        label={t('Description')}
        name="description"
        rows={2}
        value={description}
        maxLength={LIMITS.description}
        hint={left(LIMITS.description, description.value)}
      />
      <TextField
        label={t('Hashtag')}
        name="tag_name"
        value={tag}
        hint={t('What these people talk about: others find the collection by it.')}
      />
      <Select
        label={t('Language')}
        name="language"
        value={language}
        options={[
          ['', t('Not said')],
          ...(languages.data ?? []).map(({ code, name }) => [code, name] as const),
        ]}
      />
      <Checkbox
        label={t('Listed on your profile and in search')}
        hint={t('Otherwise only who has the address sees it.')}
        value={discoverable}
      />
      <Checkbox
        label={t('Sensitive')}
        hint={t('The description and the people stay hidden until somebody wants to see them.')}
        value={sensitive}
      />
    </Form>
  )
}

/** The typed values, and the request body made of them. */
function useTexts(collection: Collection | undefined) {
  const name = useSignal(collection?.name ?? '')
  const description = useSignal(collection?.description ?? '')
  const language = useSignal(collection?.language ?? '')
  const tag = useSignal(collection?.tag?.name ?? '')
  const sensitive = useSignal(collection?.sensitive ?? false)
  const discoverable = useSignal(collection?.discoverable ?? true)
  const texts = (): CollectionTexts => ({
    name: name.value.trim(),
    description: description.value.trim(),
    language: language.value,
    tag_name: tag.value.replace(/^#/, ''),
    sensitive: sensitive.value,
    discoverable: discoverable.value,
  })
  return { name, description, language, tag, sensitive, discoverable, texts }
}

const left = (limit: number, text: string) => charactersLeft(limit - [...text].length)
