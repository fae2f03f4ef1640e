import { type Document, idOf } from '../../../kernel/activitypub/as2.ts'
import type { App } from '../../../kernel/core/app.ts'
import { optionTitles } from '../../polls/queries.ts'
import { vote } from '../../polls/votes.ts'
import { getVisibleStatus } from '../queries.ts'
import { findStatusByUri } from './queries.ts'
import { readNote } from './reading/note.ts'
import type { RemoteAuthor } from './remote-author.ts'

/**
 * Casts the vote in a Note: a reply to a local poll with the `name` of an option. Second votes,
 * late votes, unknown options and voters who cannot see the poll are refused by the rules that
 * apply to local votes (A18, A22).
 *
 * @returns false if it is no vote
 * @throws NotFound
 * @throws ValidationFailed
 */
export async function castVote(app: App, voter: RemoteAuthor, object: Document): Promise<boolean> {
  const parentUri = idOf(object.inReplyTo)
  if (parentUri === null || typeof object.name !== 'string' || object.name === '') return false
  const asked = await findStatusByUri(app.db, parentUri)
  if (asked?.local !== true || asked.poll_id === null) return false
  const note = readNote(object, voter, app.clock())
  if (note === null || note.text !== '') return false
  const { poll_id: pollId } = asked
  await app.transact(async (tx) => {
    await getVisibleStatus(tx.db, voter.id, asked.id)
    const titles = await optionTitles(tx.db, pollId)
    await vote(tx, { pollId, accountId: voter.id, choices: [titles.indexOf(note.choice ?? '')] })
  })
  return true
}
