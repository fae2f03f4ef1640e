import { useSignal } from '@preact/signals'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import { plural, t } from '../../../shared/i18n.ts'
import { go } from '../../../shared/router.ts'
import { DropZone } from './drop-zone.tsx'
import { categoriesOf, useOwnEmojis } from './emoji-lists.ts'
import { type NewEmoji, newEmoji, send } from './new-emoji.ts'
import { NewEmojiLine } from './new-emoji-line.tsx'

/** Several pictures become emoji; the names come from those of the files. */
export function AddEmojis() {
  const own = useOwnEmojis()
  const chosen = useSignal<readonly NewEmoji[]>([])
  const category = useSignal('')
  const waiting = chosen.value.filter(({ state }) => state.value !== 'done')
  const sendAll = async () => {
    let added = 0
    for (const emoji of waiting) if (await send(emoji, category.value)) added += 1
    if (added > 0) tell(t('{added} added', { added: plural(added, '{n} emoji', '{n} emoji') }))
    chosen.value = chosen.value.filter(({ state }) => state.value !== 'done')
    if (chosen.value.length === 0) go('/admin/emojis')
    else document.querySelector<HTMLElement>('.new-emoji [aria-invalid="true"]')?.focus()
  }
  return (
    <>
      <PageHead
        title={t('Add emoji')}
        up={{ href: '/admin/emojis', title: t('Custom emoji') }}
        lead={t('PNG, GIF or WebP, 256 KiB at most. Square ones look best.')}
      />
      <DropZone
        onFiles={(files) => {
          chosen.value = [...chosen.value, ...files.map(newEmoji)]
        }}
      />
      {chosen.value.length > 0 && (
        <Form
          submit={t('Add {waiting}', { waiting: plural(waiting.length, '{n} emoji', '{n} emoji') })}
          onSubmit={sendAll}
        >
          <ul class="entries new-emojis" aria-label={t('Chosen pictures')}>
            {chosen.value.map((emoji) => (
              <li key={emoji.key}>
                <NewEmojiLine
                  emoji={emoji}
                  onRemove={() => {
                    chosen.value = chosen.value.filter((one) => one !== emoji)
                  }}
                />
              </li>
            ))}
          </ul>
          <TextField
            label={t('Category of all of them')}
            hint={t('One that is there, or a new one; may stay empty.')}
            maxLength={100}
            suggestions={categoriesOf(own.data?.items ?? [])}
            value={category}
          />
        </Form>
      )}
    </>
  )
}
