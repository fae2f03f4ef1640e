import { signal } from '@preact/signals'
import { Loading, Notice } from '../../../shared/components/notice.tsx'
import { t } from '../../../shared/i18n.ts'
import { instance } from '../../state/server.ts'
import { activePart, useComposition } from '../composition.ts'
import { mostFiles } from '../media/media-limits.ts'
import { Popover } from '../popover.tsx'

type Picker = typeof import('./gif-picker.tsx')

/** null: it could not be loaded */
const picker = signal<Picker | null | undefined>(undefined)

/** Searches GIFs, where the operator has chosen a provider; nothing is loaded before. */
export function GifButton() {
  const composition = useComposition()
  const provider = instance.value?.configuration.gifs?.provider
  if (provider === undefined) return null
  const { media, key } = activePart(composition)
  const isFull = media.length >= mostFiles() || media.some(({ kind }) => kind !== 'image')
  return (
    <Popover
      label={t('Add a GIF')}
      class="gifs"
      button={<span class="compose-gif-sign">{t('GIF')}</span>}
      disabled={isFull}
      onOpen={load}
    >
      {(close) => {
        if (picker.value === undefined) return <Loading />
        if (picker.value === null) {
          return (
            <Notice tone="danger">
              {t('This could not be loaded. Check your connection and try again.')}
            </Notice>
          )
        }
        return (
          <picker.value.GifPicker
            provider={provider}
            onChoose={(gif) => {
              close()
              picker.value?.takeGif(composition, key, gif)
            }}
          />
        )
      }}
    </Popover>
  )
}

function load(): void {
  if (picker.value) return
  picker.value = undefined
  import('./gif-picker.tsx').then(
    (loaded) => {
      picker.value = loaded
    },
    () => {
      picker.value = null
    },
  )
}
