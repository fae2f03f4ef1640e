import { api } from '../../shared/api.ts'
import type { MediaAttachment, Status } from '../../shared/entities/api.ts'
import { type Query, withQuery } from '../../shared/query.ts'
import type { Source } from '../feed/feed.ts'
import { keepPost, type Post } from '../state/statuses.ts'

/** A picture, video or sound, and the post that it is in. */
export interface PostMedia extends Post {
  media: MediaAttachment
}

/** The attachments of statuses, each by itself. */
export function mediaSource(path: string, query: Query): Source<PostMedia> {
  return {
    key: `${withQuery(path, query)} by attachment`,
    async read(cursor) {
      const page = await api.page<Status>(path, { ...query, limit: 40, ...cursor })
      const items = page.items.flatMap((status) => {
        const post = keepPost(status)
        return status.media_attachments.map((media) => ({ ...post, media }))
      })
      return { ...page, items }
    },
    idOf: ({ media }) => media.id,
  }
}
