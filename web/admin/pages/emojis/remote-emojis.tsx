import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Filters } from '../../../shared/components/filters.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import type { AdminEmoji } from '../../../shared/entities/content.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { useList } from '../../../shared/use-resource.ts'
import { categoriesOf, PATH, useOwnEmojis } from './emoji-lists.ts'

/** Emoji that posts of other servers brought along. */
export function RemoteEmojis() {
  const { domain, shortcode } = place.value.query
  const list = useList<AdminEmoji>(PATH, { local: false, domain, shortcode })
  const own = useOwnEmojis()
  const copied = useSignal<AdminEmoji | null>(null)
  const copy = (emoji: AdminEmoji | null) => {
    copied.value = emoji
  }
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
          { name: 'shortcode', label: t('Shortcode'), placeholder: t('a part of it') },
          { name: 'domain', label: t('Server'), placeholder: 'birds.example' },
        ]}
      />
      <ListTable
        list={list}
        caption={t('Emoji of other servers')}
        keyOf={({ id }) => id}
        empty={
          <p>
            {isAsked ? t('None is like that.') : t('No post with emoji of others has come yet.')}
          </p>
        }
        columns={[
          { title: t('Emoji'), main: true, cell: (emoji) => <Name emoji={emoji} /> },
          { title: t('Server'), cell: ({ domain }) => domain },
          {
            title: t('State'),
            cell: (emoji) => <State emoji={emoji} isTaken={taken.has(emoji.shortcode)} />,
          },
          {
            title: t('Decision'),
            cell: (emoji) => (
              <Deeds emoji={emoji} onCopy={() => copy(emoji)} onToggle={() => toggle(emoji)} />
            ),
          },
        ]}
      />
      {copied.value !== null && (
        <CopyEmoji
          emoji={copied.value}
          categories={categoriesOf(own.data?.items ?? [])}
          isTaken={taken.has(copied.value.shortcode)}
          onClose={() => copy(null)}
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
  if (disabled) return <Badge tone="danger">{t('Disabled')}</Badge>
  return isTaken ? <Badge>{t('There is one here')}</Badge> : <span class="muted">{t('Shown')}</span>
}

interface DeedsProps {
  emoji: AdminEmoji
  onCopy: () => void
  onToggle: () => Promise<void>
}

function Deeds({ emoji, onCopy, onToggle }: DeedsProps) {
  const named = { shortcode: emoji.shortcode, domain: emoji.domain ?? '' }
  return (
    <div class="buttons emoji-deeds">
      <Button small label={t('Copy :{shortcode}: of {domain}', named)} onClick={onCopy}>
        {t('Copy…')}
      </Button>
      <ActionButton
        small
        label={
          emoji.disabled
            ? t('Enable :{shortcode}: of {domain}', named)
            : t('Disable :{shortcode}: of {domain}', named)
        }
        done={emoji.disabled ? t('It is shown again') : t('It is shown as text')}
        run={onToggle}
      >
        {emoji.disabled ? t('Enable') : t('Disable')}
      </ActionButton>
    </div>
  )
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
    <Dialog title={t('Copy :{shortcode}:', { shortcode: emoji.shortcode })} onClose={onClose}>
      <div class="emoji-shown">
        <img src={url} alt="" />
        <p class="muted">
          {t('Of {domain}. People here can use the copy; ask first if it is art.', {
            domain: domain ?? '',
          })}
        </p>
      </div>
      <Form
        submit={t('Copy it')}
        onSubmit={copy}
        onCancel={onClose}
        done={t('It is an emoji of this server now')}
      >
        <TextField
          label={t('Shortcode here')}
          name="shortcode"
          required
          maxLength={128}
          hint={isTaken ? t('There is one of this name already: choose another.') : undefined}
          value={shortcode}
        />
        <TextField
          label={t('Category')}
          name="category"
          maxLength={100}
          suggestions={categories}
          value={category}
        />
      </Form>
    </Dialog>
  )
}
