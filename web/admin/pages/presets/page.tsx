import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton, Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { WarningPreset } from '../../../shared/entities/admin.ts'
import { useGet } from '../../../shared/resource.ts'

const PATH = '/api/rookery/v1/admin/warning_presets'
const NEW: WarningPreset = { id: '', title: '', text: '' }

/** Texts that the staff sends often, written once. */
export function Page() {
  const presets = useGet<WarningPreset[]>(PATH)
  const edited = useSignal<WarningPreset | null>(null)
  return (
    <>
      <PageHead
        title="Prepared texts"
        lead="Offered whenever something is decided about an account. The text comes before what is typed there."
        actions={
          <Button
            kind="primary"
            onClick={() => {
              edited.value = NEW
            }}
          >
            Add a text
          </Button>
        }
      />
      <Loaded from={presets}>
        {(found) =>
          found.length === 0 ? (
            <Empty>There are none yet.</Empty>
          ) : (
            <ul class="entries" aria-label="Prepared texts">
              {found.map((preset) => (
                <li key={preset.id}>
                  <h2>{preset.title || 'Without title'}</h2>
                  <p class="quoted">{preset.text}</p>
                  <div class="buttons">
                    <Button
                      small
                      onClick={() => {
                        edited.value = preset
                      }}
                    >
                      Change…
                    </Button>
                    <ActionButton
                      small
                      question={{
                        title: 'Delete this text?',
                        text: 'What was sent with it stays as it is.',
                        confirm: 'Delete the text',
                        danger: true,
                      }}
                      done="The text is deleted"
                      run={async () => {
                        await api.delete(`${PATH}/${preset.id}`)
                        await presets.reload()
                      }}
                    >
                      Delete…
                    </ActionButton>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited.value !== null && (
        <Edit
          preset={edited.value}
          onClose={() => {
            edited.value = null
          }}
          onDone={presets.reload}
        />
      )}
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
    <Dialog title={isNew ? 'A new text' : 'Change the text'} onClose={onClose}>
      <Form submit="Save" onSubmit={save} onCancel={onClose} done="Saved">
        <TextField label="Title" name="title" hint="For the staff alone." value={title} />
        <TextArea label="Text" name="text" required rows={6} maxLength={2000} value={text} />
      </Form>
    </Dialog>
  )
}
