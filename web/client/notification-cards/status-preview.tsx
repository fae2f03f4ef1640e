import { statusPath } from '../state/accounts.ts'
import type { Post } from '../state/statuses.ts'
import { wordsOf } from '../status/words.ts'

/** The text of a post in two lines, linked to it: enough to recognise the post. */
export function StatusPreview({ post }: { post: Post }) {
  const status = post.shown.value
  return (
    <a
      class="post-preview"
      href={statusPath(status)}
      data-key="open"
      dir="auto"
      lang={status.language ?? undefined}
    >
      {wordsOf(status)}
    </a>
  )
}
