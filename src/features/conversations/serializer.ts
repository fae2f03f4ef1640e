import { type JsonText, jsonList, jsonObject, toJson } from '../../kernel/base/json.ts'
import { loadAccounts, type Rendering } from '../accounts/serializer.ts'
import { type Asking, loadStatuses } from '../statuses/read/serializer.ts'
import { participantIds } from './participants.ts'
import { type AccountConversation, findConversations } from './queries.ts'

/**
 * Renders the viewer's conversations in the order of the ids; others' and unknown ones are left
 * out.
 */
export async function renderConversations(
  app: Rendering,
  viewer: NonNullable<Asking>,
  ids: readonly string[],
): Promise<JsonText[]> {
  return presentConversations(app, viewer, await findConversations(app.db, viewer.id, ids))
}

/**
 * The entities of the viewer's rows.
 *
 * @see https://docs.joinmastodon.org/entities/Conversation/
 */
export async function presentConversations(
  app: Rendering,
  viewer: NonNullable<Asking>,
  rows: readonly AccountConversation[],
): Promise<JsonText[]> {
  const accounts = await loadAccounts(app, rows.flatMap(shownAccountIds))
  const statuses = await loadStatuses(
    app,
    viewer,
    rows.map((row) => row.last_status_id),
  )
  return rows.map((row) => {
    const shown = shownAccountIds(row).map((id) => accounts.get(id))
    return jsonObject({
      id: toJson(row.id),
      unread: toJson(row.unread),
      accounts: jsonList(shown.filter((account) => account !== undefined)),
      last_status: statuses.get(row.last_status_id) ?? toJson(null),
    })
  })
}

/** In notes to oneself the owner is the participant. */
function shownAccountIds(row: AccountConversation): string[] {
  const ids = participantIds(row.participants)
  return ids.length === 0 ? [row.account_id] : ids
}
