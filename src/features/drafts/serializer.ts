import { isoTime, type JsonText, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { loadDraftMedia } from '../media/drafts.ts'
import { type MediaAttachment, presentMedia } from '../media/serializer.ts'
import { visibleTo } from '../statuses/read/visibility.ts'
import type { Draft } from './queries.ts'

interface DraftView {
  /** media that can still be published, by id */
  media: ReadonlyMap<string, MediaAttachment>
  /** ids of the referenced statuses that the account may see */
  visible: ReadonlySet<string>
}

/** Renders drafts of one account; the number of queries does not depend on their number. */
export async function renderDrafts(
  app: Pick<App, 'db' | 'config'>,
  accountId: string,
  drafts: readonly Draft[],
): Promise<JsonText[]> {
  const view: DraftView = {
    media: await loadDraftMedia(
      app.db,
      drafts.map((draft) => draft.id),
    ),
    visible: await visibleIds(app.db, accountId, drafts.flatMap(namedBy)),
  }
  return drafts.map((draft) => presentDraft(app.config, draft, view))
}

function namedBy(draft: Draft): string[] {
  return [draft.in_reply_to_id, draft.quoted_status_id].filter((id) => id !== null)
}

async function visibleIds(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select('status.id')
    .where(idIn(db, 'status.id', ids))
    .where((eb) => visibleTo(eb, accountId))
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Deleted objects are left out or null; the texts stay. */
function presentDraft(
  config: App['config'],
  draft: Draft,
  { media, visible }: DraftView,
): JsonText {
  const { in_reply_to_id: parent, quoted_status_id: quoted, scheduled_at: at } = draft
  return toJson({
    id: draft.id,
    client_id: draft.client_id,
    created_at: isoTime(draft.created_at),
    updated_at: isoTime(draft.updated_at),
    in_reply_to_id: parent !== null && visible.has(parent) ? parent : null,
    quoted_status_id: quoted !== null && visible.has(quoted) ? quoted : null,
    visibility: draft.visibility,
    quote_approval_policy: draft.quote_approval_policy,
    language: draft.language,
    scheduled_at: at === null ? null : isoTime(at),
    posts: draft.posts.map(({ media_ids, ...post }) => ({
      ...post,
      media_attachments: media_ids
        .map((id) => media.get(id))
        .filter((item) => item !== undefined)
        .map((item) => presentMedia(config, item)),
    })),
  })
}
