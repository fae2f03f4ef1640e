import type { Signal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { keepFocus } from '../../../shared/focus.ts'
import { t } from '../../../shared/i18n.ts'
import { Icon, Plus, X } from '../../../shared/icons.tsx'
import { emptyRow, type KeywordDraft } from '../../filters/draft.ts'
import { KEYWORD_LIMIT } from '../../filters/own-filters.ts'

type Keywords = Signal<readonly KeywordDraft[]>

/** Words and phrases of a filter, a row each. */
export function KeywordRows({ keywords }: { keywords: Keywords }) {
  const hint = useId()
  const added = useRef<string | null>(null)
  const add = () => {
    const row = emptyRow()
    added.current = row.key
    keywords.value = [...keywords.value, row]
  }
  return (
    <fieldset class="choices filter-words" aria-describedby={hint}>
      <legend>{t('Words and phrases')}</legend>
      <p class="hint muted small" id={hint}>
        {t(
          'Posts that hold one of them are filtered. A whole word is not found within a longer one.',
        )}
      </p>
      <ol>
        {keywords.value.map((row, at) => (
          <li key={row.key}>
            <KeywordRow
              keywords={keywords}
              row={row}
              number={at + 1}
              isAdded={row.key === added.current}
            />
          </li>
        ))}
      </ol>
      <Button small onClick={add}>
        <Icon of={Plus} size={16} /> {t('Add a word')}
      </Button>
    </fieldset>
  )
}

interface KeywordRowProps {
  keywords: Keywords
  row: KeywordDraft
  number: number
  /** there to be written at once */
  isAdded: boolean
}

function KeywordRow({ keywords, row, number, isAdded }: KeywordRowProps) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isAdded) field.current?.focus()
  }, [isAdded])
  const change = (changes: Partial<KeywordDraft>) => {
    keywords.value = keywords.value.map((one) =>
      one.key === row.key ? { ...one, ...changes } : one,
    )
  }
  const remove = () => {
    keywords.value = keywords.value.filter(({ key }) => key !== row.key)
    keepFocus()
  }
  return (
    <div class="filter-word">
      <input
        ref={field}
        type="text"
        // an empty field follows the page
        dir={row.keyword === '' ? undefined : 'auto'}
        aria-label={t('Word or phrase {number}', { number })}
        autocomplete="off"
        maxLength={KEYWORD_LIMIT}
        value={row.keyword}
        onInput={(event) => change({ keyword: event.currentTarget.value })}
      />
      <label class="choice">
        <input
          type="checkbox"
          checked={row.wholeWord}
          onChange={(event) => change({ wholeWord: event.currentTarget.checked })}
        />
        <span>
          {t('Whole word')}
          <span class="visually-hidden"> {number}</span>
        </span>
      </label>
      <button
        type="button"
        class="icon-button"
        aria-label={t('Remove word or phrase {number}', { number })}
        onClick={remove}
      >
        <Icon of={X} size={18} />
      </button>
    </div>
  )
}
