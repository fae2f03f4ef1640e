import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Checkbox, Choices, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { BlockSubscription, SeverityLimit } from '../../../shared/entities/federation.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { go } from '../../../shared/router.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { LISTS } from './subscriptions.tsx'

const ALL = '/admin/domains?view=lists'

const LIMITS: readonly { value: SeverityLimit; title: string; hint: string }[] = [
  { value: 'as_given', title: t('As the list says'), hint: t('Domains alone are suspended.') },
  {
    value: 'silence',
    title: t('Limit at most'),
    hint: t('What the list suspends is only limited here, so that nobody loses followers.'),
  },
]

const NEW: BlockSubscription = {
  id: '',
  url: '',
  name: '',
  severity_limit: 'as_given',
  retract_on_removal: false,
  enabled: true,
  last_checked_at: null,
  last_error: null,
  last_import_id: null,
  blocks_count: 0,
}

/** @param id null: a list that is not followed yet */
export function OneSubscription({ id }: { id: string | null }) {
  const list = useResource(`block list ${id}`, async () =>
    id === null ? NEW : api.get<BlockSubscription>(`${LISTS}/${id}`),
  )
  return (
    <>
      <PageHead
        title={id === null ? t('Follow a list') : (list.data?.name ?? t('Block list'))}
        up={{ href: ALL, title: t('Block lists') }}
        lead={t('It is read at once when you save, and then every day.')}
        actions={id !== null && list.data !== null && <Remove list={list.data} />}
      />
      <Loaded from={list}>{(found) => <SubscriptionForm list={found} />}</Loaded>
    </>
  )
}

function SubscriptionForm({ list }: { list: BlockSubscription }) {
  const isNew = list.id === ''
  const url = useSignal(list.url)
  const name = useSignal(list.name)
  // `suspend` is an upper bound that bounds nothing
  const limit = useSignal<string>(list.severity_limit === 'silence' ? 'silence' : 'as_given')
  const retract = useSignal(list.retract_on_removal)
  const enabled = useSignal(list.enabled)
  const save = async () => {
    const body = {
      url: url.value,
      name: name.value,
      severity_limit: limit.value,
      retract_on_removal: retract.value,
      enabled: enabled.value,
    }
    await (isNew ? api.post(LISTS, body) : api.put(`${LISTS}/${list.id}`, body))
    go(ALL)
  }
  return (
    <Form
      submit={isNew ? t('Follow the list') : t('Save')}
      onSubmit={save}
      done={isNew ? t('The list is followed') : t('Saved')}
    >
      <TextField
        label={t('Address')}
        name="url"
        type="url"
        required
        placeholder="https://example.org/blocklist.csv"
        value={url}
        hint={t('A file as Mastodon writes it, or one domain on each line.')}
      />
      <TextField label={t('Name')} name="name" required maxLength={200} value={name} />
      <Choices legend={t('How much it may do')} value={limit} options={LIMITS} />
      <Checkbox
        label={t('Take back what leaves the list')}
        value={retract}
        hint={t(
          'Otherwise blocks stay when the list no longer has them. Blocks that the staff changed stay anyway.',
        )}
      />
      <Checkbox label={t('Read it every day')} value={enabled} />
    </Form>
  )
}

function Remove({ list: { id, name, blocks_count } }: { list: BlockSubscription }) {
  return (
    <ActionButton
      question={{
        title: t('No longer follow {name}?', { name }),
        text: plural(
          blocks_count,
          '{n} block that stands because of it will stay. To be rid of it, take its imports back first.',
          '{n} blocks that stand because of it will stay. To be rid of them, take its imports back first.',
        ),
        confirm: t('Follow it no longer'),
        danger: true,
      }}
      done={t('The list is no longer followed')}
      run={async () => {
        await api.delete(`${LISTS}/${id}`)
        go(ALL)
      }}
    >
      {t('Remove…')}
    </ActionButton>
  )
}
