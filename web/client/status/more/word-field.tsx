import type { Signal } from '@preact/signals'
import { Checkbox, TextField } from '../../../shared/components/fields.tsx'
import type { Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { KEYWORD_LIMIT } from '../../filters/own-filters.ts'

export interface ChosenWord {
  word: string
  /** not within longer words */
  isWhole: boolean
}

interface WordFieldProps {
  chosen: Signal<ChosenWord>
  /** hashtags of the post, which are offered */
  tags: Status['tags']
}

/** The word that is filtered. */
export function WordField({ chosen, tags }: WordFieldProps) {
  const word = {
    get value() {
      return chosen.value.word
    },
    set value(text) {
      chosen.value = { ...chosen.value, word: text }
    },
  }
  const isWhole = {
    get value() {
      return chosen.value.isWhole
    },
    set value(on) {
      chosen.value = { ...chosen.value, isWhole: on }
    },
  }
  return (
    <>
      <TextField
        label={t('Word or phrase')}
        value={word}
        maxLength={KEYWORD_LIMIT}
        suggestions={tags.map(({ name }) => `#${name}`)}
        required
      />
      <Checkbox label={t('Whole word')} value={isWhole} />
    </>
  )
}
