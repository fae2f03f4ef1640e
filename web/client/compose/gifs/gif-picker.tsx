import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import type { Gif } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { wantsStillness } from '../../state/theme.ts'
import { webSetting } from '../../state/web-settings.ts'
import { moveFocus } from '../grid-focus.ts'
import './gifs.css'

export { takeGif } from './take-gif.ts'

/** as their providers want to be named */
const NAMES = { giphy: 'GIPHY', klipy: 'KLIPY' }
/** ms without a key until it is searched: each search is one of the server's at the provider */
const QUIET = 600

interface PickerProps {
  provider: keyof typeof NAMES
  onChoose: (gif: Gif) => void
}

const autoplay = webSetting('autoplay')

/** A search and what it finds; all of it comes from this server. */
export function GifPicker({ provider, onChoose }: PickerProps) {
  const typed = useSignal('')
  const asked = useSignal('')
  const name = NAMES[provider]
  useEffect(() => {
    const timer = setTimeout(() => {
      asked.value = typed.value.trim()
    }, QUIET)
    return () => clearTimeout(timer)
  }, [typed.value, asked, typed])
  return (
    <div class="gif-picker">
      <input
        type="search"
        data-first
        maxLength={100}
        aria-label={t('Search {provider} for a GIF', { provider: name })}
        placeholder={t('Search {provider}', { provider: name })}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return
          event.preventDefault()
          asked.value = typed.value.trim()
        }}
      />
      {asked.value === '' ? (
        <p class="hint">{t('What are you looking for?')}</p>
      ) : (
        <Found query={asked.value} onChoose={onChoose} />
      )}
      <p class="gif-provider">{t('Powered by {provider}', { provider: name })}</p>
    </div>
  )
}

function Found({ query, onChoose }: { query: string; onChoose: PickerProps['onChoose'] }) {
  const grid = useRef<HTMLDivElement>(null)
  const found = useResource(`gifs ${query}`, () =>
    api.get<Gif[]>('/api/rookery/v1/gifs', { q: query }),
  )
  const { data, error, loading } = found
  if (error !== null) return <ErrorNotice error={error} retry={() => void found.reload()} />
  if (data === null || loading) return <Loading />
  const moves = autoplay.value && !wantsStillness()
  return (
    <>
      <p class="hint" role="status">
        {data.length === 0
          ? t('Nothing was found.')
          : plural(data.length, '{n} GIF found', '{n} GIFs found')}
      </p>
      <div
        ref={grid}
        class="gif-grid"
        role="toolbar"
        aria-label={t('GIFs')}
        onKeyDown={(event) => moveFocus(event, grid.current)}
      >
        {data.map((gif, index) => (
          <button
            key={gif.id}
            type="button"
            class="gif-choice"
            tabIndex={index === 0 ? 0 : -1}
            title={gif.description || undefined}
            onClick={() => onChoose(gif)}
          >
            <img
              src={moves ? gif.preview_url : gif.static_url}
              alt={gif.description || t('GIF {n}', { n: index + 1 })}
              width={gif.width}
              height={gif.height}
              loading="lazy"
            />
          </button>
        ))}
      </div>
    </>
  )
}
