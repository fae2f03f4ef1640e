import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Checkbox, FileField, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { AdminEmoji } from '../../../shared/entities/content.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { useFilePreview } from '../../../shared/use-file-preview.ts'
import { PATH } from './emoji-lists.ts'
import { ACCEPTED } from './new-emoji.ts'

interface EditEmojiProps {
  emoji: AdminEmoji
  categories: readonly string[]
  onClose: () => void
  onDone: () => Promise<void>
}

/** An emoji of this server. Its shortcode stays: posts have it. */
export function EditEmoji({ emoji, categories, onClose, onDone }: EditEmojiProps) {
  const { id, shortcode, url, uses } = emoji
  const category = useSignal(emoji.category ?? '')
  const isVisible = useSignal(emoji.visible_in_picker)
  const isDisabled = useSignal(emoji.disabled)
  const file = useSignal<File | null>(null)
  const preview = useFilePreview(file.value)
  const save = async () => {
    const body = new FormData()
    body.append('category', category.value)
    body.append('visible_in_picker', String(isVisible.value))
    body.append('disabled', String(isDisabled.value))
    if (file.value !== null) body.append('file', file.value)
    await api.put(`${PATH}/${id}`, body)
    await onDone()
    onClose()
  }
  return (
    <Dialog title={`:${shortcode}:`} onClose={onClose}>
      <div class="emoji-shown">
        <img src={preview ?? url} alt={preview === null ? t('As it is') : t('As it will be')} />
        <p class="muted">
          {t('{uses} with it', { uses: plural(uses, '{n} reaction', '{n} reactions') })}
        </p>
      </div>
      <Form submit={t('Save')} onSubmit={save} onCancel={onClose} done={t('Saved')}>
        <TextField
          label={t('Category')}
          name="category"
          hint={t('The picker shows those of a category together.')}
          maxLength={100}
          suggestions={categories}
          value={category}
        />
        <Checkbox
          label={t('Show it in the picker')}
          hint={t('Without this it can still be written.')}
          value={isVisible}
        />
        <Checkbox
          label={t('Disable it')}
          hint={t('It is shown as text everywhere, also in posts that have it.')}
          value={isDisabled}
        />
        <FileField label={t('Another picture')} name="file" accept={ACCEPTED} value={file} />
      </Form>
      <Removal emoji={emoji} onClose={onClose} onDone={onDone} />
    </Dialog>
  )
}

function Removal({
  emoji: { id, shortcode },
  onClose,
  onDone,
}: Omit<EditEmojiProps, 'categories'>) {
  return (
    <div class="buttons emoji-delete">
      <ActionButton
        question={{
          title: t('Delete :{shortcode}:?', { shortcode }),
          text: t(
            'Posts and names that have it show its shortcode from then on. Disabling it can be undone, this cannot.',
          ),
          confirm: t('Delete the emoji'),
          danger: true,
        }}
        done={t(':{shortcode}: is deleted', { shortcode })}
        run={async () => {
          await api.delete(`${PATH}/${id}`)
          onClose()
          await onDone()
        }}
      >
        {t('Delete…')}
      </ActionButton>
    </div>
  )
}
