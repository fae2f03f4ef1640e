import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { openCertificateStore } from '../../src/app/https/certificate-store.ts'
import { rememberResults } from '../../src/app/mail-results.ts'
import { jobs } from '../../src/features/health/take-sample.ts'
import { backupMarks } from '../../src/features/instance/backup-marks.ts'
import { mailMarks } from '../../src/features/instance/mail-marks.ts'
import { fingerprintOf } from '../../src/kernel/acme/certificate-facts.ts'
import { selfSigned } from '../../src/kernel/acme/certificates.ts'
import { refusalOf } from '../../src/kernel/acme/problem.ts'
import type { Failures } from '../../src/kernel/acme/stored-files.ts'
import { DAY, HOUR } from '../../src/kernel/base/durations.ts'
import { tlsFolder } from '../../src/kernel/base/tls-folder.ts'
import { said } from '../../src/kernel/base/translatable-text.ts'
import { MailRefused } from '../../src/kernel/mail/mail.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { PageClient } from './page-client.ts'

const PAGE = '/admin/health'
const OVERVIEW = '/api/rookery/v1/admin/overview'

describe('the health of the server', () => {
  let server: TestServer
  let operator: PageClient

  before(async () => {
    server = await startTestServer({ smtpUrl: 'smtp://mail.rookery.test' })
    await signUpStaff(server, 'operator', ['devops'])
    operator = new PageClient(server.http)
    await operator.signIn('operator', PASSWORD)
  })
  after(() => server[Symbol.asyncDispose]())

  /** Lines of the page as `state: sentence → advice`. */
  async function lines(): Promise<string[]> {
    const page = await operator.get(PAGE)
    assert.equal(page.statusCode, 200, page.body)
    const found = page.body.matchAll(
      /<li class="health-(ok|warn|fail)">\s*<strong[^>]*>([^<]*)<\/strong>\s*<span[^>]*><span[^>]*>([^<]*)<\/span>(?:<span[^>]*>([^<]*)<\/span>)?/g,
    )
    return [...found].map(([, , state, text, advice]) =>
      advice === undefined ? `${state}: ${text}` : `${state}: ${text} → ${advice}`,
    )
  }

  const about = async (text: RegExp) => (await lines()).filter((line) => text.test(line))

  const save = (work: Parameters<TestServer['app']['transact']>[0]) => server.app.transact(work)

  test('A127 only who may look after the server sees its health', async () => {
    await signUpStaff(server, 'moderator', ['manageReports', 'manageSettings', 'viewDashboard'])
    const moderator = new PageClient(server.http)
    await moderator.signIn('moderator', PASSWORD)
    const stranger = new PageClient(server.http)

    const refused = await moderator.get(PAGE)
    assert.equal(refused.statusCode, 403)
    assert.doesNotMatch(refused.body, /health-lines|free for/)
    const sent = await stranger.get(PAGE)
    assert.equal(sent.statusCode, 302)
    const shown = await operator.get(PAGE)
    assert.equal(shown.headers['cache-control'], 'private, no-store')
    const staff = await signUpStaff(server, 'other', ['manageReports'])
    assert.equal((await staff.get(OVERVIEW)).json().health_problems, null)
  })

  test('S-653 the page says of each subject how it is, and what to do', async () => {
    const all = (await lines()).join('\n')
    assert.match(all, /^(Good|Look|Act now): [\d.]+ \wB are free for DATA_DIR/m)
    assert.match(all, /^Look: No backup has been made → Run rookery backup --to PLACE/m)
    assert.match(all, /^Good: (SQLite|PostgreSQL) .* holds [\d.,]+ \wB/m)
    assert.match(all, /^Good: Every other server answers; 0 deliveries wait$/m)
    assert.match(all, /^Good: The database can be reached and is up to date$/m)
    assert.match(all, /^Good: The mail server took the last mails$/m)
    assert.match(all, /This server (never stood still|stood still)/)
    assert.doesNotMatch(all, /certificate/i)
  })

  test('S-654 backups are good, old, failed or not what was saved', async () => {
    const now = server.clock.now
    await save((tx) => backupMarks.save(tx, 'made', { at: now - HOUR, name: 'a', bytes: 1 }))
    const [made, unchecked] = await about(/backup/i)
    assert.match(made!, /^Good: The last backup was made on \d{4}-\d\d-\d\d$/)
    assert.match(unchecked!, /^Look: No backup has been restored to check it → /)

    await save((tx) => backupMarks.save(tx, 'checked', { at: now, name: 'a', problem: null }))
    assert.deepEqual((await about(/^(Look|Act now): .*backup/i)).length, 0)

    await save((tx) => backupMarks.save(tx, 'unchecked', { at: now, reason: 'No right' }))
    const [could] = await about(/^Act now: .*backup/i)
    assert.match(could!, /^Act now: A backup could not be checked on .*: No right → Do what it/)
    assert.deepEqual(await about(/was restored and compared/), [])
    const unsure = await server.anonymous.get('/metrics')
    assert.match(unsure.body, /^rookery_backup_failing 1$/m)
    await save((tx) => backupMarks.save(tx, 'unchecked', null))

    await save((tx) =>
      backupMarks.save(tx, 'checked', { at: now, name: 'a', problem: 'rows <b>differ</b>' }),
    )
    await save((tx) => backupMarks.save(tx, 'failed', { at: now, reason: 'There is no room' }))
    await save((tx) => backupMarks.save(tx, 'made', { at: now - 3 * DAY }))
    const bad = (await about(/backup/i)).join('\n')
    assert.match(bad, /^Act now: The last backup failed on .*: There is no room → /m)
    assert.match(bad, /^Look: The last backup was made on /m)
    assert.match(bad, /^Act now: The backup a is not good: rows &lt;b&gt;differ/m)
    const metrics = await server.anonymous.get('/metrics')
    const seconds = Math.round((now - 3 * DAY) / 1000)
    assert.match(
      metrics.body,
      new RegExp(`^rookery_backup_made_timestamp_seconds ${seconds}$`, 'm'),
    )
    assert.match(metrics.body, /^rookery_backup_failing 1$/m)
    const staff = await server.signUp('owner', { role: 'Owner' })
    assert.ok((await staff.get(OVERVIEW)).json().health_problems >= 3)
  })

  test('S-703, S-704, A131: the certificate that is not renewed, in the language of the reader, escaped', async () => {
    const { dataDir } = server.app.config
    const store = openCertificateStore(dataDir)
    const now = server.clock.now
    const pair = selfSigned('rookery.test', { from: now - 60 * DAY, days: 90 })
    await store.write('certificate', {
      ...{ directory: 'https://ca.example/', name: 'rookery.test', by: 'http-01' },
      ...pair,
    })
    const detail = refusalOf({ detail: `\n<b>busy</b>\u202e${'x'.repeat(9000)}` }).message
    await store.write('failures', {
      ...{ replaced: fingerprintOf(pair), since: now - DAY, again: now + HOUR },
      ...{ toldAt: null, urgedAt: null },
      reason: said('The authority refuses: {detail}', { detail }),
      advice: [said('Do what it says, and check ACME_DIRECTORY and ACME_EMAIL')],
    })

    const [valid, failing] = await about(/certificate|ACME_/)
    assert.match(valid!, /^(Good|Act now): The certificate for HTTPS is /)
    assert.match(
      failing!,
      /: No new certificate for HTTPS could be had since \d{4}-\S+ \S+ UTC: The/,
    )
    assert.match(failing!, /refuses: &lt;b&gt;busy&lt;\/b&gt; ?x+… .* → Do what it says, and check/)
    assert.match(failing!, /\. The server tries again by itself, next at \d{4}-/)
    assert.ok(failing!.length < 1000)
    await store.write('failures', { replaced: 'another', since: 1 } as Failures)
    assert.equal((await about(/No new certificate/)).length, 0)

    server.clock.now += 31 * DAY
    assert.match(
      (await about(/certificate/)).join(),
      /^Act now: The certificate for HTTPS (has expired on \S+ \S+ UTC, and the clock|is not for)/,
    )
    await rm(tlsFolder(dataDir), { recursive: true })
    server.clock.now = now
  })

  test('mails that cannot be sent are told of until one is; a refused address is none of the server', async () => {
    const mail = { to: 'a@b.test', senderName: '', subject: '', text: '', html: '' }
    let outcome: Error | null = new Error('connect ECONNREFUSED')
    const send = async () => {
      if (outcome !== null) throw outcome
    }
    const mailer = rememberResults({ send }, () => server.app)

    await assert.rejects(mailer.send(mail))
    assert.match(
      (await about(/mail/)).join(),
      /^Act now: The last mail could not be sent on .*REFUSED → /,
    )
    outcome = new MailRefused('no such user')
    await assert.rejects(mailer.send(mail))
    assert.match((await about(/mail/)).join(), /REFUSED/)
    outcome = null
    await mailer.send(mail)
    assert.equal((await mailMarks.load(server.app.db)).failed, null)
    assert.match((await about(/mail/)).join(), /^Good/)
  })

  test('S-655 jobs that failed or are late and servers that are silent are named', async () => {
    await save(async (tx) => {
      const row = {
        payload: '{}',
        unique_key: null,
        attempts: 3,
        locked_until: null,
        created_at: 1,
      }
      await tx.db
        .insertInto('job')
        .values([
          {
            ...row,
            id: tx.newId(),
            kind: 'test.parked',
            run_at: 1,
            parked_at: tx.now,
            last_error: 'no',
          },
          {
            ...row,
            id: tx.newId(),
            kind: 'test.late',
            run_at: tx.now - 2 * HOUR,
            parked_at: null,
            last_error: null,
          },
        ])
        .execute()
      await tx.db
        .insertInto('peer_host')
        .values({ host: 'dead.example', failing_since: 1, failures: 9, due_at: null })
        .execute()
    })

    const all = (await lines()).join('\n')
    assert.match(
      all,
      /^Act now: The only job of test\.parked is parked → See why with rookery jobs list/m,
    )
    assert.match(all, /^Look: 1 job of test\.late waits, due for 120 minutes → /m)
    assert.match(
      all,
      /^Look: 1 of 1 other servers does not answer \(dead\.example\); 0 deliveries wait → /m,
    )
  })

  test('S-656 figures are noted once an hour, kept for 90 days, and drawn with a table', async () => {
    const run = () => jobs['health.sample']!.run(server.app, {}, 1)
    const { db } = server.app
    server.clock.now += DAY
    await run()
    await run()
    server.clock.now += HOUR
    await run()
    const samples = await db.selectFrom('health_sample').selectAll().orderBy('at').execute()
    assert.equal(samples.length, 2)
    assert.ok(samples.every(({ at, database_bytes }) => at % HOUR === 0 && database_bytes > 0))

    const page = await operator.get(PAGE)
    assert.match(page.body, /<svg [^>]*role="img" aria-label="Database: now [\d.,]+ \wB, at most /)
    assert.match(page.body, /<summary>Room as a table<\/summary>/)
    assert.doesNotMatch(page.body, /<script(?![^>]*\bsrc=)|style="/)

    server.clock.now += 91 * DAY
    await run()
    const kept = await db.selectFrom('health_sample').select('at').execute()
    assert.equal(kept.length, 1)
  })
})
