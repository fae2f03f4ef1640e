import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { normalizeTag } from '../../kernel/text/tags.ts'

/** Decides whether a tag may trend. @throws NotFound if there is no such tag */
export async function setTagTrendable(tx: Tx, id: string, trendable: boolean): Promise<void> {
  await changeTag(tx, id, { trendable })
}

export interface TagChoices {
  /** another spelling of the same name */
  display_name?: string
  /** search finds it */
  listable?: boolean
  /** it may trend; counts as reviewed */
  trendable?: boolean
  /** local accounts may use it */
  usable?: boolean
}

/**
 * Changes the staff's decisions about a tag.
 *
 * @returns its name
 * @throws NotFound if there is no such tag
 * @throws ValidationFailed for a spelling of another name
 */
export async function changeTag(tx: Tx, id: string, choices: TagChoices): Promise<string> {
  const tag = await tx.db.selectFrom('tag').select('name').where('id', '=', id).executeTakeFirst()
  if (tag === undefined) throw new NotFound()
  const { display_name: name } = choices
  if (name !== undefined && normalizeTag(name) !== tag.name) {
    throw new ValidationFailed('Display name is a different hashtag')
  }
  const given = Object.entries(choices).filter(([, value]) => value !== undefined)
  if (given.length > 0) {
    await tx.db.updateTable('tag').set(Object.fromEntries(given)).where('id', '=', id).execute()
  }
  return tag.name
}
