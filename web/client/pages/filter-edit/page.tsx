import { api } from '../../../shared/api.ts'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Filter } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { go, place } from '../../../shared/router.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { bodyOf, draftOf, newDraft } from '../../filters/draft.ts'
import { createFilter, pathOf, saveFilter, TITLE_LIMIT } from '../../filters/own-filters.ts'
import type { PageProps } from '../../page.ts'
import { FilterForm } from './filter-form.tsx'
import { FilteredPosts } from './filtered-posts.tsx'
import './filter-edit.css'

const ALL = '/filters'
const up = () => ({ href: ALL, title: t('Filters') })

/** Makes or changes a filter. */
export function Page({ params: { id } }: PageProps) {
  return id === undefined ? <NewFilter /> : <EditFilter key={id} id={id} />
}

function leave(): void {
  tell(t('The filter was saved.'))
  go(ALL)
}

/** `?word=` begins with a word. */
function NewFilter() {
  const word = (place.value.query.word ?? '').slice(0, TITLE_LIMIT)
  return (
    <>
      <PageHead title={t('New filter')} up={up()} />
      <FilterForm
        key={word}
        draft={newDraft(word)}
        ends={null}
        submit={t('Make the filter')}
        save={async (draft) => {
          await createFilter(bodyOf(draft, []))
          leave()
        }}
      />
    </>
  )
}

function EditFilter({ id }: { id: string }) {
  const found = useResource<Filter>(`filter ${id}`, () => api.get<Filter>(pathOf(id)))
  return (
    <>
      <PageHead title={t('Edit a filter')} up={up()} />
      <Loaded from={found}>
        {(filter) => (
          <>
            <FilterForm
              draft={draftOf(filter)}
              ends={filter.expires_at}
              submit={t('Save the filter')}
              save={async (draft) => {
                found.set(await saveFilter(id, bodyOf(draft, filter.keywords)))
                leave()
              }}
            />
            <FilteredPosts filter={filter} onChange={found.set} />
          </>
        )}
      </Loaded>
    </>
  )
}
