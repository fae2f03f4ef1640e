import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { blocks } from '../relationships/predicates.ts'
import type { FeedStatus } from './feed-status.ts'
import { takesLanguage } from './languages.ts'
import { isNear, isTakenBy, type RecipientParams } from './recipients.ts'

/** As `RecipientParams`, for a status that readers get by its hashtags. */
export interface TagRecipientParams extends RecipientParams {
  tagIds: readonly string[]
}

const followedTags = prepared((db, p: { statusId: string }) =>
  db
    .selectFrom('status_tag')
    .select('status_tag.tag_id')
    .where('status_tag.status_id', '=', p.statusId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('tag_follow')
          .select(sql.lit(1).as('one'))
          .whereRef('tag_follow.tag_id', '=', 'status_tag.tag_id'),
      ),
    ),
)

/**
 * Ids of the hashtags by which a status reaches readers who do not follow its author: only those of
 * public statuses, which a silenced author's are not (S-237, S-333).
 */
export async function followedTagsOf(db: Db, status: FeedStatus): Promise<string[]> {
  if (status.visibility !== 'public' || status.reblog_of_id !== null) return []
  const rows = await followedTags(db, { statusId: status.id })
  return rows.map((row) => row.tag_id)
}

const READER = sql.ref<string>('tag_follow.account_id')

/** Selects readers whose home timeline gets a status because they follow one of its hashtags. */
export function selectTagHomes(db: Db, p: TagRecipientParams, shape: 'plain' | 'reply') {
  return db
    .selectFrom('tag_follow')
    .select('tag_follow.account_id as account_id')
    .where(idIn(db, 'tag_follow.tag_id', p.tagIds))
    .where('tag_follow.account_id', '>', p.above)
    .where('tag_follow.account_id', '<=', p.upTo)
    .where('tag_follow.account_id', '<>', p.authorId)
    .where(isTakenBy(db, p, READER))
    .where((eb) => eb.not(blocks(p.authorId, READER)))
    .$if(shape === 'reply', (query) => query.where(isNear(p.answeredId!, READER)))
}

const choosy = prepared((db, p: { tagIds: readonly string[]; above: string; upTo: string }) =>
  db
    .selectFrom('tag_follow')
    .innerJoin('local_user', 'local_user.account_id', 'tag_follow.account_id')
    .select(['tag_follow.account_id', 'local_user.chosen_languages'])
    .where(idIn(db, 'tag_follow.tag_id', p.tagIds))
    .where('tag_follow.account_id', '>', p.above)
    .where('tag_follow.account_id', '<=', p.upTo)
    .where(sql`cast(local_user.chosen_languages as text)`, '<>', 'null'),
)

/**
 * Followers of the tags whose chosen languages for strangers' statuses exclude this one (S-322).
 */
export async function tagFollowersOfOtherLanguages(
  db: Db,
  { language }: FeedStatus,
  asked: { tagIds: readonly string[]; above: string; upTo: string },
): Promise<string[]> {
  if (language === null) return []
  const rows = await choosy(db, asked)
  return rows
    .filter((row) => !takesLanguage(row.chosen_languages, language))
    .map((row) => row.account_id)
}
