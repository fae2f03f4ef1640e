import type { App } from '../../../kernel/core/app.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { summarize } from '../requests/queries.ts'
import { CHOICES, changePolicy, findPolicy, POLICY_NAMES, type Policy } from './policy.ts'

const Choice = Type.Optional(Type.Union(CHOICES.map((choice) => Type.Literal(choice))))

const PolicyBody = Type.Object({
  for_not_following: Choice,
  for_not_followers: Choice,
  for_new_accounts: Choice,
  for_private_mentions: Choice,
  for_limited_accounts: Choice,
  for_bots: Choice,
})

/** API version 1, which has no `drop` (S-257). */
const V1 = {
  filter_not_following: 'for_not_following',
  filter_not_followers: 'for_not_followers',
  filter_new_accounts: 'for_new_accounts',
  filter_private_mentions: 'for_private_mentions',
  // since Mastodon 4.7
  filter_bots: 'for_bots',
} as const satisfies Record<string, keyof Policy>
type V1Name = keyof typeof V1
const V1_NAMES = Object.keys(V1) as V1Name[]

const Flag = Type.Optional(Type.Boolean())
const V1Body = Type.Object({
  filter_not_following: Flag,
  filter_not_followers: Flag,
  filter_new_accounts: Flag,
  filter_private_mentions: Flag,
  filter_bots: Flag,
})

export const policyRoutes: Routes = (server, app) => {
  const READ = { scope: 'read:notifications' } as const
  const WRITE = { scope: 'write:notifications' } as const
  const change = (accountId: string, changes: Partial<Policy>) =>
    app.transact((tx) => changePolicy(tx.db, accountId, changes))

  // https://docs.joinmastodon.org/methods/notifications/#get-policy
  server.get('/api/v2/notifications/policy', { config: READ }, (request) =>
    presentPolicy(app, viewerOf(request).id),
  )
  // https://docs.joinmastodon.org/methods/notifications/#get-policy-v1
  server.get('/api/v1/notifications/policy', { config: READ }, (request) =>
    presentV1(app, viewerOf(request).id),
  )
  // https://docs.joinmastodon.org/methods/notifications/#update-the-filtering-policy-for-notifications
  server.patch(
    '/api/v2/notifications/policy',
    { config: WRITE, schema: { body: PolicyBody } },
    async (request) => {
      const { id } = viewerOf(request)
      await change(id, givenOf(request.body))
      return presentPolicy(app, id)
    },
  )
  server.put(
    '/api/v1/notifications/policy',
    { config: WRITE, schema: { body: V1Body } },
    async (request) => {
      const { id } = viewerOf(request)
      await change(id, changesOf(await findPolicy(app.db, id), request.body))
      return presentV1(app, id)
    },
  )
}

function givenOf(body: Static<typeof PolicyBody>): Partial<Policy> {
  const given = POLICY_NAMES.filter((name) => body[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, body[name]]))
}

/** A policy of `drop` stays if the request only says "not accepted". */
function changesOf(policy: Policy, body: Static<typeof V1Body>): Partial<Policy> {
  const changes: Partial<Policy> = {}
  for (const name of V1_NAMES) {
    const wanted = body[name]
    if (wanted === undefined || wanted === (policy[V1[name]] !== 'accept')) continue
    changes[V1[name]] = wanted ? 'filter' : 'accept'
  }
  return changes
}

/** https://docs.joinmastodon.org/entities/NotificationPolicy/ */
async function presentPolicy(app: App, accountId: string) {
  const policy = await findPolicy(app.db, accountId)
  return { ...policy, summary: await summarize(app.db, accountId) }
}

/** https://docs.joinmastodon.org/entities/V1_NotificationPolicy/ */
async function presentV1(app: App, accountId: string) {
  const policy = await findPolicy(app.db, accountId)
  const flags = V1_NAMES.map((name) => [name, policy[V1[name]] !== 'accept'])
  return { ...Object.fromEntries(flags), summary: await summarize(app.db, accountId) }
}
