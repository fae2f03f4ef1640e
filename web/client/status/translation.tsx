import { api } from '../../shared/api.ts'
import { tellError } from '../../shared/components/toast.tsx'
import type { Status, Translation } from '../../shared/entities/api.ts'
import { language, t } from '../../shared/i18n.ts'
import { Icon, Languages } from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { useAction } from '../../shared/use-action.ts'
import { instance } from '../state/server.ts'
import { canTranslateHere, translatorApi } from './device-pairs.ts'
import { reveal, revealStateOf } from './reveal-state.ts'

/** The translator for a status in another language: the server, else the browser itself; null: there is none. */
function translatorOf(status: Status): 'server' | 'device' | null {
  const isEmpty = status.content === '' && status.spoiler_text === '' && status.poll === null
  const of = baseOf(status.language ?? '')
  if (of === '' || of === baseOf(language()) || isEmpty) return null
  const isOpen = status.visibility === 'public' || status.visibility === 'unlisted'
  const hasServer = instance.value?.configuration.translation.enabled === true
  if (viewer !== null && hasServer && isOpen) return 'server'
  // languages that the person told their browser they read
  if (translatorApi() === undefined || navigator.languages.some((tag) => baseOf(tag) === of)) {
    return null
  }
  return canTranslateHere(pairOf(status)).value ? 'device' : null
}

const baseOf = (tag: string): string => tag.split(/[-_]/)[0]?.toLowerCase() ?? ''

const pairOf = (status: Status) => ({
  sourceLanguage: baseOf(status.language ?? ''),
  targetLanguage: language(),
})

/** Whether a translation can be asked for. */
export const isTranslatable = (status: Status): boolean => translatorOf(status) !== null

/** Translates a status, or goes back to what was written. */
export async function translate(status: Status): Promise<void> {
  const isHere = translatorOf(status) === 'device'
  try {
    const translation = isHere ? await byDevice(status) : await byServer(status)
    reveal(status.id, { translation, isTranslatedHere: isHere, loaded: undefined })
  } catch (error) {
    reveal(status.id, { loaded: undefined })
    tellError(error, isHere ? t('This browser could not translate it.') : undefined)
  }
}

const byServer = ({ id }: Status): Promise<Translation> =>
  api.post<Translation>(`/api/v1/statuses/${id}/translate`, { lang: language() })

async function byDevice(status: Status): Promise<Translation> {
  const { translateHere } = await import('./device-translation.ts')
  return translateHere(status, pairOf(status), (loaded) => reveal(status.id, { loaded }))
}

/** Offers a translation below a text in another language; says where one comes from. */
export function TranslationLine({ status }: { status: Status }) {
  const action = useAction(() => translate(status))
  const { translation, isTranslatedHere, loaded } = revealStateOf(status.id).value
  if (translation !== undefined) {
    const from = languageName(translation.detected_source_language)
    return (
      <p class="translation" role="status">
        <Icon of={Languages} size={16} />
        <span>
          {isTranslatedHere
            ? t('Translated from {language} on this device', { language: from })
            : t('Translated from {language} by {provider}', {
                language: from,
                provider: translation.provider,
              })}
        </span>
        <button
          type="button"
          class="text-button"
          onClick={() => reveal(status.id, { translation: undefined })}
        >
          {t('Show the original')}
        </button>
      </p>
    )
  }
  const by = translatorOf(status)
  if (by === null) return null
  return (
    <p class="translation">
      <button
        type="button"
        class="text-button"
        aria-busy={action.busy ? 'true' : undefined}
        onClick={() => void action.start()}
      >
        <Icon of={Languages} size={16} />
        {action.busy ? progressWords(loaded) : offerWords(by, languageName(status.language ?? ''))}
      </button>
    </p>
  )
}

function offerWords(by: 'server' | 'device', from: string): string {
  if (by === 'server') return t('Translate from {language}', { language: from })
  return t('Translate from {language} on this device', { language: from })
}

function progressWords(loaded: number | undefined): string {
  if (loaded === undefined || loaded >= 1) return t('Translating…')
  return t('Loading the language: {n} %', { n: Math.round(loaded * 100) })
}

/** A language in the words of the person's own. */
function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([language()], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
