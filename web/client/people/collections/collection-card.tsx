import type { Collection } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { Icon, Layers } from '../../../shared/icons.tsx'
import { collectionPath } from './collections.ts'
import './collections.css'

/** A collection in a list. */
export function CollectionCard({ collection }: { collection: Collection }) {
  const { name, description, item_count, tag, sensitive, discoverable } = collection
  return (
    <a class="collection-card" href={collectionPath(collection)}>
      <strong dir="auto">
        <Icon of={Layers} size={16} /> {name}
      </strong>
      {description !== '' && !sensitive && <span dir="auto">{description}</span>}
      <span class="muted small">
        {[
          plural(item_count, '{n} person', '{n} people'),
          tag === null ? '' : `#${tag.name}`,
          sensitive ? t('sensitive') : '',
          discoverable ? '' : t('not listed'),
        ]
          .filter((text) => text !== '')
          .join(' · ')}
      </span>
    </a>
  )
}
