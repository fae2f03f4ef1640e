import assert from 'node:assert/strict'
import { warnAccount } from '../../src/features/moderation/warn-account.ts'
import { recordSevered } from '../../src/features/relationships/severances.ts'
import { uploadPicture } from '../support/media-api.ts'
import { multipart } from '../support/multipart.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import type { TestServer, TestUser } from '../support/server.ts'

/** Ids of things of somebody, which nobody else may know of. */
export interface OwnedThings {
  filter: string
  keyword: string
  filterStatus: string
  status: string
  poll: string
  scheduled: string
  draft: string
  media: string
  list: string
  notification: string
  group: string
  request: string
  conversation: string
  featuredTag: string
  invite: string
  severance: string
  import: string
  archive: string
  strike: string
}

/** Which part of a path is the id of what. */
export const OWNED: readonly (readonly [RegExp, keyof OwnedThings])[] = [
  [/^\/api\/v2\/filters\/keywords\/:(id)$/, 'keyword'],
  [/^\/api\/v1\/filters\/(?:keywords\/)?:(id)$/, 'keyword'],
  [/^\/api\/v2\/filters\/statuses\/:(id)$/, 'filterStatus'],
  [/^\/api\/v2\/filters\/:(id|filter_id)(?:\/|$)/, 'filter'],
  [/\/statuses\/:(id)(?:\/|$)/, 'status'],
  [/^\/api\/v1\/polls\/:(id)/, 'poll'],
  [/^\/api\/v1\/scheduled_statuses\/:(id)/, 'scheduled'],
  [/^\/api\/rookery\/v1\/scheduled_threads\/:(id)/, 'scheduled'],
  [/^\/api\/rookery\/v1\/drafts\/:(id)/, 'draft'],
  [/^\/api\/v1\/media\/:(id)/, 'media'],
  [/^\/api\/v1\/lists\/:(id)/, 'list'],
  [/^\/api\/v1\/timelines\/list\/:(list_id)/, 'list'],
  [/^\/api\/v1\/notifications\/requests\/:(id)/, 'request'],
  [/^\/api\/v1\/notifications\/:(id)/, 'notification'],
  [/^\/api\/v2\/notifications\/:(group_key)/, 'group'],
  [/^\/api\/v1\/conversations\/:(id)/, 'conversation'],
  [/^\/api\/v1\/featured_tags\/:(id)/, 'featuredTag'],
  [/^\/api\/rookery\/v1\/invites\/:(id)/, 'invite'],
  [/^\/api\/rookery\/v1\/imports\/:(id)/, 'import'],
  [/^\/api\/rookery\/v1\/archives\/:(id)/, 'archive'],
  [/^\/api\/rookery\/v1\/strikes\/:(id)/, 'strike'],
  [/^\/api\/web\/embeds\/:(id)/, 'status'],
  [/^\/api\/rookery\/v1\/severed_relationships\/:(id)/, 'severance'],
]

/** Routes that name what everybody may know of, or only what is the caller's own. */
export const SHARED: readonly RegExp[] = [
  /\/api\/v1(?:_alpha)?\/accounts\/:id/,
  /\/api\/v1\/follow_requests\/:account_id/,
  /\/api\/v1\/suggestions\/:account_id/,
  /\/api\/v1\/announcements\/:id/,
  /\/api\/v1\/tags\/:id/,
  // of a provider, for everybody
  /\/api\/rookery\/v1\/gifs\/:id/,
  /\/api\/v1\/timelines\/tag\/:hashtag/,
  /\/api\/v1\/instance\/terms_of_service\/:date/,
  // whoever knows of a collection may see whose it is: changes by others answer 403
  /\/collections\/:/,
  // always the caller's own
  /\/api\/v1\/annual_reports\/:year/,
  // of work for a status; it says how far that is, and nothing else
  /\/api\/v1_alpha\/async_refreshes\/:id/,
  // one is signed, both are tested where push is
  /\/api\/(?:web|rookery\/v1)\/push_subscriptions\/:id/,
]

/** Gives somebody one of each thing. */
export async function makeThings(server: TestServer, owner: TestUser): Promise<OwnedThings> {
  const friend = await server.signUp('friend')
  const shown = await owner.publish('everybody may see this')
  const status = await owner.publish('only followers see this', {
    visibility: 'private',
    poll: { options: ['a', 'b'], expires_in: 3600 },
  })
  return {
    ...(await makeFilter(owner, shown.id)),
    ...(await makeNews(server, owner, friend, shown.id)),
    status: status.id,
    poll: status.poll.id,
    scheduled: (
      await made(owner, '/api/v1/statuses', {
        status: 'later',
        scheduled_at: '2100-01-01T00:00:00Z',
      })
    ).id,
    draft: (await made(owner, '/api/rookery/v1/drafts', { posts: [{ text: 'begun' }] })).id,
    media: (await uploadPicture(owner)).id,
    list: (await made(owner, '/api/v1/lists', { title: 'birds' })).id,
    featuredTag: (await made(owner, '/api/v1/featured_tags', { name: 'birds' })).id,
    invite: (await made(owner, '/api/rookery/v1/invites', {})).id,
    severance: await sever(server, owner),
    import: await makeImport(owner),
    archive: await makeArchive(server, owner),
    strike: await server.app.transact((tx) =>
      warnAccount(tx, { targetId: owner.id, action: 'none', text: 'Be kind.' }),
    ),
  }
}

async function makeFilter(owner: TestUser, statusId: string) {
  const filter = await made(owner, '/api/v2/filters', {
    title: 'no',
    context: ['home'],
    keywords_attributes: [{ keyword: 'no' }],
  })
  const path = `/api/v2/filters/${filter.id}/statuses`
  const filterStatus = (await made(owner, path, { status_id: statusId })).id
  return { filter: filter.id, keyword: filter.keywords[0].id, filterStatus }
}

/** Actions of other accounts that notify the owner. */
async function makeNews(server: TestServer, owner: TestUser, friend: TestUser, statusId: string) {
  await made(friend, `/api/v1/statuses/${statusId}/favourite`, {})
  await friend.publish(`@${owner.username} between us`, { visibility: 'direct' })
  const stranger = await server.signUp('stranger')
  await owner.patch('/api/v2/notifications/policy', { for_not_following: 'filter' })
  await stranger.publish(`@${owner.username} hello`)
  const one = async (path: string) => (await owner.get(path)).json()[0]
  const favourite = await one('/api/v1/notifications?types[]=favourite')
  return {
    notification: favourite.id,
    group: favourite.group_key,
    request: (await one('/api/v1/notifications/requests')).id,
    conversation: (await one('/api/v1/conversations')).id,
  }
}

async function makeImport(owner: TestUser): Promise<string> {
  const file = Buffer.from('Account address\nsomebody@away.test\n')
  const response = await owner.post(
    '/api/rookery/v1/imports',
    ...(await multipart({ type: 'following', file })),
  )
  assert.equal(response.statusCode, 200, response.body)
  return response.json().id
}

async function makeArchive(server: TestServer, owner: TestUser): Promise<string> {
  const { id } = await made(owner, '/api/rookery/v1/archives', {})
  await server.settle()
  return id
}

async function sever({ app }: TestServer, owner: TestUser): Promise<string> {
  const lost = await insertRemoteAccount(app, { username: 'lost', domain: 'away.test' })
  await app.transact(async (tx) => {
    const severance = { id: tx.newId(), type: 'domain_block', targetName: 'away.test' } as const
    const follow = {
      id: tx.newId(),
      account_id: owner.id,
      target_id: lost,
      show_reblogs: true,
      notify: false,
      languages: null,
      uri: null,
      created_at: tx.now,
    }
    await recordSevered(tx, severance, follow, 'following')
  })
  const { id } = await app.db
    .selectFrom('account_severance')
    .select('id')
    .where('account_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  return id
}

// biome-ignore lint/suspicious/noExplicitAny: whatever was made
async function made(user: TestUser, path: string, body: Record<string, unknown>): Promise<any> {
  const response = await user.post(path, body)
  assert.equal(response.statusCode, 200, `${path}: ${response.body}`)
  return response.json()
}
