import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Checkbox, Choices, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { AdminTag } from '../../../shared/entities/trends.ts'
import { t } from '../../../shared/i18n.ts'
import { refreshOverview } from '../../overview.ts'

interface TagFormProps {
  tag: AdminTag
  onSaved: (tag: AdminTag) => void
}

export function TagForm({ tag, onSaved }: TagFormProps) {
  const displayName = useSignal(tag.name)
  const usable = useSignal(tag.usable)
  const listable = useSignal(tag.listable)
  const trend = useSignal(trendOf(tag))
  const save = async () => {
    const isDecided = trend.value !== ''
    const saved = await api.put<AdminTag>(`/api/v1/admin/tags/${tag.id}`, {
      display_name: displayName.value.replace(/^#/, '').trim(),
      usable: usable.value,
      listable: listable.value,
      ...(isDecided ? { trendable: trend.value === 'yes' } : {}),
    })
    displayName.value = saved.name
    onSaved(saved)
    void refreshOverview()
  }
  return (
    <Form submit={t('Save')} onSubmit={save} done={t('Saved')}>
      <TextField
        label={t('Written as')}
        name="display_name"
        required
        hint={t(
          'The same letters, large and small where you want: #HedgerowWalk is read out better than #hedgerowwalk.',
        )}
        value={displayName}
      />
      <Checkbox
        label={t('People here may use it')}
        name="usable"
        hint={t('Without this, posts with it are refused here; those of other servers still come.')}
        value={usable}
      />
      <Checkbox
        label={t('It is found by search')}
        name="listable"
        hint={t('And suggested where somebody types.')}
        value={listable}
      />
      <Choices
        legend={t('Among the trends')}
        value={trend}
        options={[
          ...(tag.requires_review ? [{ value: '', title: t('Not decided yet') }] : []),
          { value: 'yes', title: t('It may trend') },
          { value: 'no', title: t('It may not') },
        ]}
      />
    </Form>
  )
}

function trendOf({ requires_review, trendable }: AdminTag): string {
  if (requires_review) return ''
  return trendable ? 'yes' : 'no'
}
