import { useAction } from '../../shared/action.ts'
import { api } from '../../shared/api.ts'
import { tellError } from '../../shared/components/toast.tsx'
import type { Status, Translation } from '../../shared/entities/api.ts'
import { language, t } from '../../shared/i18n.ts'
import { Icon, Languages } from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { instance } from '../state/server.ts'
import { see, seenOf } from './seen.ts'

/** Whether a translation can be asked for: the server has who translates, and it is in another language. */
export function isTranslatable(status: Status): boolean {
  if (viewer === null || instance.value?.configuration.translation.enabled !== true) return false
  if (status.visibility !== 'public' && status.visibility !== 'unlisted') return false
  const of = status.language?.split(/[-_]/)[0]
  const isEmpty = status.content === '' && status.spoiler_text === '' && status.poll === null
  return of !== undefined && of !== language().split('-')[0] && !isEmpty
}

/** Translates a status, or goes back to what was written. */
export async function translate(status: Status): Promise<void> {
  try {
    const path = `/api/v1/statuses/${status.id}/translate`
    see(status.id, { translation: await api.post<Translation>(path, { lang: language() }) })
  } catch (error) {
    tellError(error)
  }
}

/** Offers a translation below a text in another language; says where one comes from. */
export function TranslationLine({ status }: { status: Status }) {
  const action = useAction(() => translate(status))
  const { translation } = seenOf(status.id).value
  if (translation !== undefined) {
    const from = languageName(translation.detected_source_language)
    return (
      <p class="translation" role="status">
        <Icon of={Languages} size={16} />
        <span>
          {t('Translated from {language} by {provider}', {
            language: from,
            provider: translation.provider,
          })}
        </span>
        <button
          type="button"
          class="text-button"
          onClick={() => see(status.id, { translation: undefined })}
        >
          {t('Show the original')}
        </button>
      </p>
    )
  }
  if (!isTranslatable(status)) return null
  return (
    <p class="translation">
      <button
        type="button"
        class="text-button"
        aria-busy={action.busy ? 'true' : undefined}
        onClick={() => void action.start()}
      >
        <Icon of={Languages} size={16} />
        {action.busy
          ? t('Translating…')
          : t('Translate from {language}', { language: languageName(status.language ?? '') })}
      </button>
    </p>
  )
}

/** A language in the words of the person's own. */
function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([language()], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
