import { loadAccounts, type Rendering } from '../accounts/serializer.ts'
import { isoTime, type JsonText, jsonObject, toJson } from '../json.ts'

/** A note of the staff, whatever it is about. */
export interface NoteRow {
  id: string
  /** who wrote it; null: gone since */
  account_id: string | null
  content: string
  created_at: number
}

/** Notes as the staff sees them, in the order of the rows. */
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
