import type { Fixed } from '../../kernel/db/column-helpers.ts'
import type { CollectionItemState } from '../../kernel/db/schema.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    collection: CollectionTable
    collection_item: CollectionItemTable
  }
}

/** A collection of recommended accounts. */
export interface CollectionTable {
  id: Fixed<string>
  account_id: Fixed<string>
  uri: Fixed<string>
  /** HTML page */
  url: string | null
  local: Fixed<boolean>
  name: string
  /** local: as typed; remote: HTML as received */
  description: string
  /** text for search: name and description in lower case */
  search_text: string
  language: string | null
  sensitive: boolean
  discoverable: boolean
  tag_id: string | null
  created_at: number
  updated_at: number
}

export interface CollectionItemTable {
  id: Fixed<string>
  collection_id: Fixed<string>
  /** null: an account that a remote collection names and that is not known yet */
  account_id: string | null
  state: CollectionItemState
  position: number
  /** federation id of a remote collection's item; null if it was approved but has not arrived yet */
  uri: string | null
  /** uri of the account */
  object_uri: Fixed<string>
  /** of the FeatureRequest */
  activity_uri: string | null
  /** of the FeatureAuthorization (FEP-7aa9) */
  approval_uri: string | null
  created_at: number
  updated_at: number
}
