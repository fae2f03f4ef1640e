import { isoTime, type JsonText, toJson } from '../../kernel/base/json.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { Rendering } from '../accounts/serializer.ts'
import { type EmojiEntity, emojisIn, localEmojis } from '../emojis/emojis.ts'
import { emojisOf, loadRemoteEmojis } from '../emojis/remote.ts'

/** Poll entities by poll id, rendered for one viewer. */
export type PollTexts = ReadonlyMap<string, JsonText>

/**
 * Renders polls; the access check of their statuses has been done.
 * @see https://docs.joinmastodon.org/entities/Poll/
 */
export async function loadPolls(
  app: Rendering,
  viewerId: string | null,
  ids: readonly string[],
): Promise<PollTexts> {
  if (ids.length === 0) return new Map()
  const [polls, votes] = await Promise.all([
    loadPollRows(app, ids),
    viewerId === null ? [] : votesOf(app, [viewerId], ids),
  ])
  const own = Map.groupBy(votes, (vote) => vote.poll_id)
  return new Map(
    polls.map((poll) => [
      poll.id,
      poll.present(
        viewerId,
        (own.get(poll.id) ?? []).map((vote) => vote.choice),
      ),
    ]),
  )
}

/**
 * Renders one poll for many viewers, once for each different view.
 * @returns by viewer; empty if there is no such poll
 */
export async function loadPollOfViewers(
  app: Rendering,
  pollId: string,
  viewerIds: readonly string[],
): Promise<Map<string, JsonText>> {
  const [[poll], votes] = await Promise.all([
    loadPollRows(app, [pollId]),
    votesOf(app, viewerIds, [pollId]),
  ])
  if (poll === undefined) return new Map()
  const own = Map.groupBy(votes, (vote) => vote.account_id)
  const unvoted = viewerIds.find((id) => !own.has(id) && id !== poll.authorId)
  const usual = unvoted === undefined ? null : poll.present(unvoted, [])
  return new Map(
    viewerIds.map((viewerId) => {
      const choices = own.get(viewerId)?.map((vote) => vote.choice)
      const plain = choices === undefined && viewerId !== poll.authorId ? usual : null
      return [viewerId, plain ?? poll.present(viewerId, choices ?? [])]
    }),
  )
}

interface ShownPoll {
  id: string
  authorId: string
  /** @param own the viewer's choices; null viewerId: no signed-in viewer */
  present(viewerId: string | null, own: readonly number[]): JsonText
}

async function loadPollRows(app: Rendering, ids: readonly string[]): Promise<ShownPoll[]> {
  const [polls, options, emojis] = await Promise.all([
    pollsByIds(app, ids),
    app.db
      .selectFrom('poll_option')
      .selectAll()
      .where(idIn(app.db, 'poll_id', ids))
      .orderBy('position')
      .execute(),
    app.cached.get(localEmojis),
  ])
  const optionsByPoll = Map.groupBy(options, (option) => option.poll_id)
  const shown = polls.map((poll) => ({ poll, choices: optionsByPoll.get(poll.id) ?? [] }))
  const authored = shown.map(({ poll, choices }) => ({
    domain: poll.domain,
    texts: choices.map((option) => option.title),
  }))
  const remoteEmojis = await loadRemoteEmojis(app.db, authored)
  return shown.map(({ poll, choices }) => {
    const known = emojisOf(poll.domain, emojis, remoteEmojis)
    const titles = choices.map((option) => option.title)
    return shownPoll(app.clock(), poll, choices, emojisIn(app.config, known, ...titles))
  })
}

function pollsByIds(app: Rendering, ids: readonly string[]) {
  return app.db
    .selectFrom('poll')
    .innerJoin('account', 'account.id', 'poll.account_id')
    .where(idIn(app.db, 'poll.id', ids))
    .selectAll('poll')
    .select('account.domain')
    .execute()
}

type PollRow = Awaited<ReturnType<typeof pollsByIds>>[number]

function shownPoll(
  now: number,
  poll: PollRow,
  choices: readonly { title: string; votes_count: number }[],
  emojis: readonly EmojiEntity[],
): ShownPoll {
  const expired = poll.expires_at !== null && poll.expires_at <= now
  const hidden = poll.hide_totals && !expired
  return {
    id: poll.id,
    authorId: poll.account_id,
    present: (viewerId, own) =>
      toJson({
        id: poll.id,
        expires_at: poll.expires_at === null ? null : isoTime(poll.expires_at),
        expired,
        multiple: poll.multiple,
        votes_count: choices.reduce((sum, option) => sum + option.votes_count, 0),
        voters_count: poll.voters_count,
        // the author counts as having voted, without choices (S-343)
        ...(viewerId === null
          ? {}
          : { voted: own.length > 0 || poll.account_id === viewerId, own_votes: own }),
        options: choices.map((option) => ({
          title: option.title,
          votes_count: hidden ? null : option.votes_count,
        })),
        emojis,
      }),
  }
}

async function votesOf(app: Rendering, viewerIds: readonly string[], ids: readonly string[]) {
  const votes = app.db
    .selectFrom('poll_vote')
    .select(['poll_id', 'account_id', 'choice'])
    .where(idIn(app.db, 'account_id', viewerIds))
    .where(idIn(app.db, 'poll_id', ids))
  // in the order of voting (S-561)
  return votes.orderBy('place').orderBy('choice').execute()
}
