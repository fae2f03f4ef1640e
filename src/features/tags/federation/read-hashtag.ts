import { documentOf, isOfType, textOf } from '../../../kernel/activitypub/as2.ts'
import { readTagName } from '../featured.ts'
import type { TagName } from '../tags.ts'

/** The name of an embedded Hashtag; null for other objects and invalid names. */
export function readHashtag(value: unknown): TagName | null {
  if (!isOfType(value, ['Hashtag'])) return null
  const name = textOf(documentOf(value)?.name)
  return name === null ? null : readTagName(name)
}
