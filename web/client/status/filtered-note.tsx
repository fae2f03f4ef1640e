import { t } from '../../shared/i18n.ts'
import { Filter, Icon } from '../../shared/icons.tsx'
import { reveal } from './reveal-state.ts'

/** Stands for a status that a filter of the person covers. */
export function FilteredNote({ id, titles }: { id: string; titles: readonly string[] }) {
  return (
    <div class="status-filtered">
      <Icon of={Filter} size={18} />
      <span>{t('Filtered: {titles}', { titles: titles.join(', ') })}</span>
      <button
        type="button"
        class="button quiet small"
        data-key="expand"
        onClick={() => reveal(id, { filtered: true })}
      >
        {t('Show anyway')}
      </button>
    </div>
  )
}
