import { useSignal } from '@preact/signals'
import { Button } from '../../../shared/components/button.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { t } from '../../../shared/i18n.ts'
import { setQuery } from '../../../shared/router.ts'
import { type Asked, readTags } from './timeline.ts'

/** Further hashtags, by which a timeline grows or shrinks. */
export function OtherTags({ asked }: { asked: Asked }) {
  const any = useSignal(shown(asked.any))
  const all = useSignal(shown(asked.all))
  const none = useSignal(shown(asked.none))
  const written = (text: string) => readTags(text).join(' ') || null
  return (
    <form
      class="other-tags"
      onSubmit={(event) => {
        event.preventDefault()
        setQuery({ any: written(any.value), all: written(all.value), none: written(none.value) })
      }}
    >
      <TextField label={t('Or with one of these hashtags')} value={any} />
      <TextField label={t('Also with all of these')} value={all} />
      <TextField label={t('With none of these')} value={none} hint={t('Up to four each.')} />
      <Button type="submit">{t('Show these')}</Button>
    </form>
  )
}

const shown = (tags: readonly string[]): string => tags.map((name) => `#${name}`).join(' ')
