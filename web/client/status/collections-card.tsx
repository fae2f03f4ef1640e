import { plural } from '../../shared/i18n.ts'
import { Icon, Layers } from '../../shared/icons.tsx'
import './link-card.css'

/** The API's entity of a collection that a status links to. */
interface TaggedCollection {
  id: string
  name: string
  description?: string
  item_count?: number
}

interface CollectionsCardProps {
  collections: readonly Readonly<Record<string, unknown>>[]
}

/** Collections of people that a status leads to. */
export function CollectionsCard({ collections }: CollectionsCardProps) {
  return (collections as unknown as readonly TaggedCollection[]).map((collection) => (
    <div key={collection.id} class="link-card">
      <a class="link-card-link" href={`/collections/${collection.id}`}>
        <span class="link-card-picture">
          <Icon of={Layers} size={28} />
        </span>
        <span class="link-card-words">
          {collection.item_count !== undefined && (
            <span class="link-card-provider">
              {plural(
                collection.item_count,
                'Collection of {n} person',
                'Collection of {n} people',
              )}
            </span>
          )}
          <strong class="link-card-title" dir="auto">
            {collection.name}
          </strong>
          {collection.description && (
            <span class="link-card-description" dir="auto">
              {collection.description}
            </span>
          )}
        </span>
      </a>
    </div>
  ))
}
