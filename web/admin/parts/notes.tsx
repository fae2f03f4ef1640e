import { useSignal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { ActionButton } from '../../shared/components/button.tsx'
import { Card } from '../../shared/components/card.tsx'
import { TextArea } from '../../shared/components/fields.tsx'
import { Form } from '../../shared/components/form.tsx'
import { Loaded } from '../../shared/components/loaded.tsx'
import { Time } from '../../shared/components/time.tsx'
import type { Note } from '../../shared/entities/admin.ts'
import { useGet } from '../../shared/resource.ts'

const LONGEST = 2000

/** What the staff writes down for each other. @param path of the API, without slash at the end */
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
    <Card title="Notes of the staff">
      <Form submit="Add the note" onSubmit={add} disabled={text.value.trim() === ''}>
        <TextArea
          label="New note"
          name="content"
          hint="Only the staff sees it."
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
                    {note.account === null ? 'Somebody who is gone' : `@${note.account.acct}`},{' '}
                    <Time at={note.created_at} />
                  </span>
                  <ActionButton
                    kind="quiet"
                    small
                    label="Delete this note"
                    question={{
                      title: 'Delete this note?',
                      text: 'It is gone for the whole staff. The audit log says that you deleted it.',
                      confirm: 'Delete the note',
                      danger: true,
                    }}
                    run={() => remove(note.id)}
                  >
                    Delete
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
