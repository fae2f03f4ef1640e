import { NotFound, ValidationFailed } from '../errors.ts'
import { normalizeTag } from '../text/tags.ts'
import type { Tx } from '../transact.ts'

/** Decides whether a tag may trend. @throws NotFound if there is no such tag */
export async function setTagTrendable(tx: Tx, id: string, trendable: boolean): Promise<void> {
  await changeTag(tx, id, { trendable })
}

export interface TagChoices {
  /** another spelling of the same name */
  display_name?: string
  /** it is found by search */
  listable?: boolean
  /** it may trend, and this is decided */
  trendable?: boolean
  /** people here may write it */
  usable?: boolean
}

/**
 * Changes what the staff decides about a tag.
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
