import { isoTime, type JsonText, jsonObject, toJson } from '../../kernel/base/json.ts'
import { loadAccounts, type Rendering } from '../accounts/serializer.ts'

/** A staff note about any subject. */
export interface NoteRow {
  id: string
  /** its author; null: deleted since */
  account_id: string | null
  content: string
  created_at: number
}

/** Staff notes, in the order of the rows. */
export async function renderNotes(app: Rendering, rows: readonly NoteRow[]): Promise<JsonText[]> {
  const accounts = await loadAccounts(
    app,
    rows.flatMap(({ account_id }) => account_id ?? []),
  )
  return rows.map((row) =>
    jsonObject({
      id: toJson(row.id),
      content: toJson(row.content),
      account: accounts.get(row.account_id ?? '') ?? toJson(null),
      created_at: toJson(isoTime(row.created_at)),
    }),
  )
}
