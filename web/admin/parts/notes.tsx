import { useSignal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { ActionButton } from '../../shared/components/action-button.tsx'
import { Card } from '../../shared/components/card.tsx'
import { TextArea } from '../../shared/components/fields.tsx'
import { Form } from '../../shared/components/form.tsx'
import { Loaded } from '../../shared/components/loaded.tsx'
import { Time } from '../../shared/components/time.tsx'
import type { Note } from '../../shared/entities/admin.ts'
import { t } from '../../shared/i18n.ts'
import { useGet } from '../../shared/use-resource.ts'

const LONGEST = 2000

/** Internal notes of the staff. @param path of the API, without a slash at the end */
export function Notes({ path }: { path: string }) {
  const notes = useGet<Note[]>(path, { limit: 80 })
  const text = useSignal('')
  const add = async () => {
    const note = await api.post<Note>(path, { content: text.value })
    text.value = ''
    notes.set([note, ...(notes.data ?? [])])
  }
  const remove = async (id: string) => {
    await api.delete(`${path}/${id}`)
    notes.set((notes.data ?? []).filter((note) => note.id !== id))
  }
  return (
    <Card title={t('Notes of the staff')}>
      <Form submit={t('Add the note')} onSubmit={add} disabled={text.value.trim() === ''}>
        <TextArea
          label={t('New note')}
          name="content"
          hint={t('Only the staff sees it.')}
          rows={2}
          maxLength={LONGEST}
          value={text}
        />
      </Form>
      <Loaded from={notes}>
        {(found) => (
          <ul class="notes">
            {found.map((note) => (
              <li key={note.id}>
                <p class="note-text">{note.content}</p>
                <p class="note-foot">
                  <span class="muted">
                    {note.account === null ? t('Somebody who is gone') : `@${note.account.acct}`},{' '}
                    <Time at={note.created_at} />
                  </span>
                  <ActionButton
                    kind="quiet"
                    small
                    label={t('Delete this note')}
                    question={{
                      title: t('Delete this note?'),
                      text: t(
                        'It is gone for the whole staff. The audit log says that you deleted it.',
                      ),
                      confirm: t('Delete the note'),
                      danger: true,
                    }}
                    run={() => remove(note.id)}
                  >
                    {t('Delete')}
                  </ActionButton>
                </p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}
