import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import { Button } from '../../shared/components/button.tsx'
import { ErrorNotice } from '../../shared/components/notice.tsx'
import { tell } from '../../shared/components/toast.tsx'
import type { Account, Relationship } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { FileText, Icon, Pencil } from '../../shared/icons.tsx'
import { useAction } from '../../shared/use-action.ts'
import { takeAnswer } from '../people/relationships.ts'

/** characters that the server takes */
const LIMIT = 2000

interface EditorProps {
  account: Account
  note: string
  close: () => void
}

/** The viewer's private note about an account. */
export function PrivateNote(props: EditorProps & { isEditing: boolean; edit: () => void }) {
  const { note, isEditing, edit } = props
  if (isEditing) return <Editor {...props} />
  return (
    <button type="button" class="private-note" onClick={edit}>
      <Icon of={Pencil} size={16} />
      <span>
        <span class="muted">{t('Your private note:')}</span> <span dir="auto">{note}</span>
      </span>
    </button>
  )
}

/** Begins a note where there is none: it takes no line of its own. */
export function AddNote({ open }: { open: () => void }) {
  const label = t('Add a private note')
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={open}>
      <Icon of={FileText} size={16} />
    </button>
  )
}

function Editor({ account, note, close }: EditorProps) {
  const text = useSignal(note)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  const save = useAction(async () => {
    const path = `/api/v1/accounts/${account.id}/note`
    takeAnswer(await api.post<Relationship>(path, { comment: text.value.trim() }))
    tell(t('The note is saved'))
    close()
  })
  return (
    <form
      class="private-note-editor"
      onSubmit={(event) => {
        event.preventDefault()
        void save.start()
      }}
    >
      <label>
        <span class="small">{t('Private note: only you see it')}</span>
        <textarea
          rows={3}
          dir="auto"
          maxLength={LIMIT}
          value={text.value}
          ref={area}
          onInput={(event) => {
            text.value = event.currentTarget.value
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save.start()
          }}
        />
      </label>
      {save.error !== null && <ErrorNotice error={save.error} />}
      <div class="buttons">
        <Button small kind="primary" type="submit" busy={save.busy}>
          {t('Save the note')}
        </Button>
        <Button small onClick={close}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
