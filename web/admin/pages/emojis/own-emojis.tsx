import { useSignal } from '@preact/signals'
import type { SeveralPages } from '../../../shared/all-pages.ts'
import { Card } from '../../../shared/components/card.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Badge, Empty, Notice } from '../../../shared/components/notice.tsx'
import type { AdminEmoji } from '../../../shared/entities/content.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { EditEmoji } from './edit-emoji.tsx'
import { byCategory, categoriesOf, useOwnEmojis } from './emoji-lists.ts'

/** All of them at once, as a picker shows them; pressing one changes it. */
export function OwnEmojis() {
  const own = useOwnEmojis()
  const editedId = useSignal<string | null>(null)
  const edited = own.data?.items.find(({ id }) => id === editedId.value)
  return (
    <>
      <Loaded from={own}>
        {(list) => (
          <Grid
            list={list}
            onChoose={(id) => {
              editedId.value = id
            }}
          />
        )}
      </Loaded>
      {edited !== undefined && (
        <EditEmoji
          emoji={edited}
          categories={categoriesOf(own.data?.items ?? [])}
          onClose={() => {
            editedId.value = null
          }}
          onDone={own.reload}
        />
      )}
    </>
  )
}

/** with fewer, nobody needs to look for one */
const WORTH_FILTERING = 20

function Grid({
  list,
  onChoose,
}: {
  list: SeveralPages<AdminEmoji>
  onChoose: (id: string) => void
}) {
  const wanted = useSignal('')
  const { items: emojis, more } = list
  if (emojis.length === 0) {
    return (
      <Empty>
        <p>
          <strong>{t('There are no emoji yet.')}</strong>
        </p>
        <p>{t('Add pictures, or copy some from other servers.')}</p>
      </Empty>
    )
  }
  const part = wanted.value.replaceAll(':', '').trim().toLowerCase()
  const shown = emojis.filter(({ shortcode }) => shortcode.toLowerCase().includes(part))
  return (
    <>
      {more && (
        <Notice tone="warning">
          {t('Only the newest {emojis}.', {
            emojis: plural(emojis.length, '{n} emoji', '{n} emoji'),
          })}
        </Notice>
      )}
      {emojis.length > WORTH_FILTERING && (
        <div class="emoji-filter">
          <TextField label={t('Find by shortcode')} type="search" value={wanted} />
        </div>
      )}
      {shown.length === 0 && <Empty>{t('None is called so.')}</Empty>}
      {byCategory(shown).map(([category, group]) => (
        <Card key={category} title={category || t('Without category')}>
          <ul class="emoji-grid" aria-label={category || t('Without category')}>
            {group.map((emoji) => (
              <li key={emoji.id}>
                <Tile emoji={emoji} onChoose={() => onChoose(emoji.id)} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </>
  )
}

function Tile({ emoji, onChoose }: { emoji: AdminEmoji; onChoose: () => void }) {
  const { shortcode, url, disabled, visible_in_picker: isVisible } = emoji
  return (
    <button type="button" class={disabled ? 'emoji-tile off' : 'emoji-tile'} onClick={onChoose}>
      <img src={url} alt="" width={40} height={40} loading="lazy" />
      <span class="emoji-name" title={`:${shortcode}:`}>
        {shortcode}
      </span>
      {disabled && <Badge tone="danger">{t('Disabled')}</Badge>}
      {!disabled && !isVisible && <Badge>{t('Not in the picker')}</Badge>}
    </button>
  )
}
