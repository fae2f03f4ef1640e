import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { WarningPreset } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'

const PATH = '/api/rookery/v1/admin/warning_presets'
const NEW: WarningPreset = { id: '', title: '', text: '' }

/** Texts that the staff sends often, written once. */
export function Page() {
  const presets = useGet<WarningPreset[]>(PATH)
  const edited = useSignal<WarningPreset | null>(null)
  const edit = (preset: WarningPreset | null) => {
    edited.value = preset
  }
  return (
    <>
      <PageHead
        title={t('Prepared texts')}
        lead={t(
          'Offered whenever something is decided about an account. The text comes before what is typed there.',
        )}
        actions={
          <Button kind="primary" onClick={() => edit(NEW)}>
            {t('Add a text')}
          </Button>
        }
      />
      <Loaded from={presets}>
        {(found) =>
          found.length === 0 ? (
            <Empty>{t('There are none yet.')}</Empty>
          ) : (
            <ul class="entries" aria-label={t('Prepared texts')}>
              {found.map((preset) => (
                <li key={preset.id}>
                  <Preset preset={preset} onEdit={() => edit(preset)} onDeleted={presets.reload} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited.value !== null && (
        <Edit preset={edited.value} onClose={() => edit(null)} onDone={presets.reload} />
      )}
    </>
  )
}

interface PresetProps {
  preset: WarningPreset
  onEdit: () => void
  onDeleted: () => Promise<void>
}

function Preset({ preset, onEdit, onDeleted }: PresetProps) {
  return (
    <>
      <h2>{preset.title || t('Without title')}</h2>
      <p class="quoted">{preset.text}</p>
      <div class="buttons">
        <Button small onClick={onEdit}>
          {t('Change…')}
        </Button>
        <ActionButton
          small
          question={{
            title: t('Delete this text?'),
            text: t('What was sent with it stays as it is.'),
            confirm: t('Delete the text'),
            danger: true,
          }}
          done={t('The text is deleted')}
          run={async () => {
            await api.delete(`${PATH}/${preset.id}`)
            await onDeleted()
          }}
        >
          {t('Delete…')}
        </ActionButton>
      </div>
    </>
  )
}

interface EditProps {
  preset: WarningPreset
  onClose: () => void
  onDone: () => Promise<void>
}

function Edit({ preset, onClose, onDone }: EditProps) {
  const title = useSignal(preset.title)
  const text = useSignal(preset.text)
  const isNew = preset.id === ''
  const save = async () => {
    const body = { title: title.value, text: text.value }
    await (isNew ? api.post(PATH, body) : api.put(`${PATH}/${preset.id}`, body))
    await onDone()
    onClose()
  }
  return (
    <Dialog title={isNew ? t('A new text') : t('Change the text')} onClose={onClose}>
      <Form submit={t('Save')} onSubmit={save} onCancel={onClose} done={t('Saved')}>
        <TextField label={t('Title')} name="title" hint={t('For the staff alone.')} value={title} />
        <TextArea label={t('Text')} name="text" required rows={6} maxLength={2000} value={text} />
      </Form>
    </Dialog>
  )
}
