import { Button } from '../../shared/components/button.tsx'
import { plural, t } from '../../shared/i18n.ts'
import type { Chosen } from './choose-box.tsx'

interface ChooseAllProps {
  chosen: Chosen
  entries: readonly { id: string }[]
  /** offered once all of the page are chosen and there are others */
  more?: { title: string; choose: () => Promise<void> } | undefined
}

/** Chooses all of the page or none, and says how many are chosen. */
export function ChooseAll({ chosen, entries, more }: ChooseAllProps) {
  const here = entries.filter(({ id }) => chosen.has(id)).length
  const areAll = entries.length > 0 && here === entries.length
  return (
    <div class="choose-all">
      <label class="choice">
        <input
          type="checkbox"
          checked={areAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = here > 0 && !areAll
          }}
          onChange={() => chosen.set(areAll ? [] : entries.map(({ id }) => id))}
        />
        <span aria-live="polite">
          {chosen.ids.length === 0
            ? t('All on this page')
            : plural(chosen.ids.length, '{n} chosen', '{n} chosen|entries')}
        </span>
      </label>
      {more !== undefined && areAll && chosen.ids.length === entries.length && (
        <Button kind="quiet" small onClick={() => void more.choose()}>
          {more.title}
        </Button>
      )}
    </div>
  )
}
