import { pino } from 'pino'
import { type OpenApp, openApp } from '../src/app/open.ts'
import { createLocalAccount } from '../src/features/identity/local-accounts.ts'
import { registerApplication } from '../src/features/oauth/applications.ts'
import { issueToken } from '../src/features/oauth/tokens.ts'
import type { Config } from '../src/kernel/base/config.ts'
import { idAt } from '../src/kernel/base/ids.ts'
import type { Db } from '../src/kernel/db/database.ts'

/** Accounts that the reader follows. */
export const FOLLOWED = 50
/** Accounts that follow the writer, the reader among them. */
export const FOLLOWERS = 51
const WRITER_STATUSES = 4000
const ROWS_AT_ONCE = 400
const HOME_ENTRIES = 10_000
const SPACING = 60_000

export interface Seeded {
  readerToken: string
  readerId: string
  writerToken: string
  writerId: string
  /** of every account */
  tokens: string[]
  /** an account with many statuses */
  authorId: string
  statusId: string
}

/** Fills an empty data directory with a server of this many statuses. */
export async function seed(config: Config, statuses: number): Promise<Seeded> {
  await using open = await openApp(config, { log: pino({ level: 'silent' }) })
  const accounts = await createAccounts(open, FOLLOWED + 2)
  const [reader, writer, ...authors] = accounts
  await follow(open, [
    ...authors.map((author) => [reader!.accountId, author.accountId] as const),
    ...accounts
      .filter((account) => account !== writer)
      .slice(0, FOLLOWERS)
      .map((account) => [account.accountId, writer!.accountId] as const),
  ])
  const now = Date.now()
  const ids = await insertStatuses(open, authors, statuses, now)
  await insertStatuses(open, [writer!], WRITER_STATUSES, now - statuses * SPACING - SPACING)
  await fillHome(open, reader!.accountId, ids)
  const tokens: string[] = []
  for (const account of accounts) tokens.push(await token(open, account.userId))
  return {
    tokens,
    readerId: reader!.accountId,
    writerId: writer!.accountId,
    authorId: authors[0]!.accountId,
    statusId: ids.at(-2)!.id,
    readerToken: tokens[0]!,
    writerToken: tokens[1]!,
  }
}

interface Person {
  accountId: string
  userId: string
  username: string
}

async function createAccounts({ app }: OpenApp, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let at = 0; at < count; at++) {
    const username = `person${at}`
    const made = await app.transact((tx) =>
      createLocalAccount(tx, {
        username,
        email: `${username}@example.org`,
        passwordHash: 'none',
        locale: 'en',
        confirmed: true,
        approved: true,
      }),
    )
    await app.transact(async (tx) => {
      await tx.db
        .updateTable('account')
        .set({
          display_name: `Person Number ${at}`,
          note: 'Writes about birds, bridges and bread. https://example.org/about',
          fields: JSON.stringify([
            { name: 'Home', value: 'https://example.org', verified_at: null },
            { name: 'Pronouns', value: 'they/them', verified_at: null },
          ]),
        })
        .where('id', '=', made.accountId)
        .execute()
    })
    people.push({ ...made, username })
  }
  return people
}

async function follow({ app }: OpenApp, pairs: (readonly [string, string])[]): Promise<void> {
  await app.transact(async (tx) => {
    await tx.db
      .insertInto('follow')
      .values(
        pairs.map(([account_id, target_id]) => ({
          id: tx.newId(),
          account_id,
          target_id,
          show_reblogs: true,
          notify: false,
          languages: null as never,
          uri: null,
          created_at: tx.now,
        })),
      )
      .execute()
  })
}

interface Written {
  id: string
  authorId: string
  reblogOfId: string | null
  reblogOfAuthorId: string | null
}

/** Oldest first, a minute apart, ending now; one in twenty is a reblog of a recent status. */
async function insertStatuses(
  { app }: OpenApp,
  authors: readonly Person[],
  count: number,
  endsAt: number,
): Promise<Written[]> {
  const written: Written[] = []
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    await app.transact(async (tx) => {
      for (let at = start; at < Math.min(start + ROWS_AT_ONCE, count); at++) {
        const author = authors[(at * 7) % authors.length]!
        const id = idAt(endsAt - (count - at) * SPACING)
        const original = authors.length > 1 && at % 20 === 19 ? written.at(-13) : undefined
        const reblogOf = original?.reblogOfId === null ? original : undefined
        await insertOne(tx.db, { id, author, at, reblogOfId: reblogOf?.id ?? null })
        written.push({
          id,
          authorId: author.accountId,
          reblogOfId: reblogOf?.id ?? null,
          reblogOfAuthorId: reblogOf?.authorId ?? null,
        })
      }
    })
  }
  for (const author of authors) {
    const own = written.filter((status) => status.authorId === author.accountId).length
    await app.transact(async (tx) => {
      await tx.db
        .updateTable('account_stats')
        .set({ statuses_count: own, last_status_at: tx.now, following_count: FOLLOWED })
        .where('account_id', '=', author.accountId)
        .execute()
    })
  }
  return written
}

async function insertOne(
  db: Db,
  status: { id: string; author: Person; at: number; reblogOfId: string | null },
): Promise<void> {
  const { id, author, at, reblogOfId } = status
  const text = `Number ${at}: ${'the quick brown fox jumps over the lazy dog, '.repeat(4)}and on #birds https://example.org/articles/${at}`
  await db
    .insertInto('status')
    .values({
      id,
      account_id: author.accountId,
      uri: `http://localhost/users/${author.username}/statuses/${id}`,
      url: `http://localhost/@${author.username}/${id}`,
      visibility: 'public',
      text: reblogOfId === null ? text : '',
      content: reblogOfId === null ? `<p>${text}</p>` : '',
      spoiler_text: '',
      sensitive: false,
      language: 'en',
      in_reply_to_id: null,
      in_reply_to_account_id: null,
      conversation_id: null,
      reblog_of_id: reblogOfId,
      application_id: null,
      poll_id: null,
      media_ids: '[]',
      local: true,
      created_at: Number(BigInt(id) >> 16n),
      edited_at: null,
      deleted_at: null,
      listed_as: reblogOfId === null ? 1 : null,
      shelf: reblogOfId === null ? 3 : 0,
    })
    .execute()
  await db
    .insertInto('status_stats')
    .values({
      status_id: id,
      replies_count: at % 3,
      reblogs_count: at % 5,
      favourites_count: at % 7,
    })
    .execute()
}

async function fillHome({ app }: OpenApp, readerId: string, statuses: Written[]): Promise<void> {
  const newest = statuses.slice(-HOME_ENTRIES)
  for (let start = 0; start < newest.length; start += ROWS_AT_ONCE) {
    await app.transact(async (tx) => {
      await tx.db
        .insertInto('home_entry')
        .values(
          newest.slice(start, start + ROWS_AT_ONCE).map((status) => ({
            account_id: readerId,
            status_id: status.id,
            author_id: status.authorId,
            reblog_of_id: status.reblogOfId,
            reblog_of_author_id: status.reblogOfAuthorId,
          })),
        )
        .execute()
    })
  }
}

async function token({ app }: OpenApp, userId: string): Promise<string> {
  return app.transact(async (tx) => {
    const application = await registerApplication(tx, {
      name: 'Bench',
      redirectUris: 'urn:ietf:wg:oauth:2.0:oob',
      scopes: 'read write',
      website: null,
    })
    const input = { applicationId: application.id, userId, scopes: 'read write' }
    return (await issueToken(tx, app.keys, input)).text
  })
}
