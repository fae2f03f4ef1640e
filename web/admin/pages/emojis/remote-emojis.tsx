import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton, Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Filters } from '../../../shared/components/filters.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import type { AdminEmoji } from '../../../shared/entities/content.ts'
import { useList } from '../../../shared/resource.ts'
import { place } from '../../../shared/router.ts'
import { categoriesOf, PATH, useOwnEmojis } from './emoji-lists.ts'

/** Emoji that posts of other servers brought along. */
export function RemoteEmojis() {
  const { domain, shortcode } = place.value.query
  const list = useList<AdminEmoji>(PATH, { local: false, domain, shortcode })
  const own = useOwnEmojis()
  const copied = useSignal<AdminEmoji | null>(null)
  const taken = new Set(own.data?.items.map((emoji) => emoji.shortcode))
  const isAsked = domain !== undefined || shortcode !== undefined
  const toggle = async ({ id, disabled }: AdminEmoji) => {
    const changed = await api.put<AdminEmoji>(`${PATH}/${id}`, { disabled: !disabled })
    list.replace((one) => one.id === id, changed)
  }
  return (
    <>
      <Filters
        filters={[
          { name: 'shortcode', label: 'Shortcode', placeholder: 'a part of it' },
          { name: 'domain', label: 'Server', placeholder: 'birds.example' },
        ]}
      />
      <ListTable
        list={list}
        caption="Emoji of other servers"
        keyOf={({ id }) => id}
        empty={
          <p>{isAsked ? 'None is like that.' : 'No post with emoji of others has come yet.'}</p>
        }
        columns={[
          { title: 'Emoji', main: true, cell: (emoji) => <Name emoji={emoji} /> },
          { title: 'Server', cell: ({ domain }) => domain },
          {
            title: 'State',
            cell: (emoji) => <State emoji={emoji} isTaken={taken.has(emoji.shortcode)} />,
          },
          {
            title: 'Decision',
            cell: (emoji) => (
              <div class="buttons emoji-deeds">
                <Button
                  small
                  label={`Copy :${emoji.shortcode}: of ${emoji.domain}`}
                  onClick={() => {
                    copied.value = emoji
                  }}
                >
                  Copy…
                </Button>
                <ActionButton
                  small
                  label={`${emoji.disabled ? 'Enable' : 'Disable'} :${emoji.shortcode}: of ${emoji.domain}`}
                  done={emoji.disabled ? 'It is shown again' : 'It is shown as text'}
                  run={() => toggle(emoji)}
                >
                  {emoji.disabled ? 'Enable' : 'Disable'}
                </ActionButton>
              </div>
            ),
          },
        ]}
      />
      {copied.value !== null && (
        <CopyEmoji
          emoji={copied.value}
          categories={categoriesOf(own.data?.items ?? [])}
          isTaken={taken.has(copied.value.shortcode)}
          onClose={() => {
            copied.value = null
          }}
          onDone={own.reload}
        />
      )}
    </>
  )
}

function Name({ emoji: { url, shortcode } }: { emoji: AdminEmoji }) {
  return (
    <span class="emoji-row">
      <img src={url} alt="" width={32} height={32} loading="lazy" />
      <span>:{shortcode}:</span>
    </span>
  )
}

function State({ emoji: { disabled }, isTaken }: { emoji: AdminEmoji; isTaken: boolean }) {
  if (disabled) return <Badge tone="danger">Disabled</Badge>
  return isTaken ? <Badge>There is one here</Badge> : <span class="muted">Shown</span>
}

interface CopyEmojiProps {
  emoji: AdminEmoji
  categories: readonly string[]
  /** this server has one of the same name */
  isTaken: boolean
  onClose: () => void
  onDone: () => Promise<void>
}

function CopyEmoji({ emoji, categories, isTaken, onClose, onDone }: CopyEmojiProps) {
  const { id, url, domain } = emoji
  const shortcode = useSignal(emoji.shortcode)
  const category = useSignal('')
  const copy = async () => {
    const body = {
      shortcode: shortcode.value.replaceAll(':', '').trim(),
      category: category.value,
    }
    await api.post(`${PATH}/${id}/copy`, body)
    onClose()
    await onDone()
  }
  return (
    <Dialog title={`Copy :${emoji.shortcode}:`} onClose={onClose}>
      <div class="emoji-shown">
        <img src={url} alt="" />
        <p class="muted">Of {domain}. People here can use the copy; ask first if it is art.</p>
      </div>
      <Form
        submit="Copy it"
        onSubmit={copy}
        onCancel={onClose}
        done="It is an emoji of this server now"
      >
        <TextField
          label="Shortcode here"
          name="shortcode"
          required
          maxLength={128}
          hint={isTaken ? 'There is one of this name already: choose another.' : undefined}
          value={shortcode}
        />
        <TextField
          label="Category"
          name="category"
          maxLength={100}
          suggestions={categories}
          value={category}
        />
      </Form>
    </Dialog>
  )
}
