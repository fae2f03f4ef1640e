import { idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import type { InboxHandlers, Received } from '../../../kernel/activitypub/inbox.ts'
import type { App } from '../../../kernel/core/app.ts'
import { featureTag, unfeatureTag } from '../featured.ts'
import { findTagId, type TagName } from '../tags.ts'
import { readHashtag } from './read-hashtag.ts'

/** Hashtags that a remote account adds to or removes from its profile (S-502). */
export const inbox: InboxHandlers = {
  async Add(app, received) {
    return aboutHashtag(app, received, async ({ displayName }) => {
      const input = { accountId: received.actor.id, name: displayName }
      await app.transact((tx) => featureTag(tx, input))
    })
  },
  async Remove(app, received) {
    return aboutHashtag(app, received, async ({ name }) => {
      const tagId = await findTagId(app.db, name)
      if (tagId === null) return
      await app.transact((tx) => unfeatureTag(tx, { accountId: received.actor.id, tagId }))
    })
  },
}

/** Runs the work if the hashtag is valid and the collection is the sender's own. */
async function aboutHashtag(
  app: App,
  { activity, actor }: Received,
  work: (name: TagName) => Promise<void>,
): Promise<boolean> {
  if (!isOfType(activity.object, ['Hashtag'])) return false
  const name = readHashtag(activity.object)
  const target = idOf(activity.target)
  if (name !== null && target !== null && (await isFeatured(app, actor.id, target))) {
    await work(name)
  }
  return true
}

async function isFeatured(app: App, accountId: string, target: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('remote_actor')
    .select(['featured_uri', 'featured_tags_uri'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined && Object.values(row).includes(target)
}
