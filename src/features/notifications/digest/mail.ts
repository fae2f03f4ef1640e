import { DAY, HOUR } from '../../../kernel/base/durations.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { type Mail, MailRefused } from '../../../kernel/mail/mail.ts'
import { type MailSection, renderMail } from '../../../kernel/mail/template.ts'
import { wordsFor } from '../../../kernel/text/catalogues.ts'
import { formatList, plural, t } from '../../../kernel/text/messages.ts'
import {
  claimDigest,
  type DigestReader,
  findDigestReader,
  releaseDigest,
  takeDueDigests,
} from '../../identity/digests.ts'
import { settings } from '../../instance/settings.ts'
import { loadMissed, type Missed, type Said } from './content.ts'
import { unsubscribePath } from './unsubscribe.ts'

const LOOK = 'notifications.find_digests'
const SEND = 'notifications.send_digest'
/** users per transaction, and transactions of an hour: more wait for the next one */
const AT_ONCE = 100
const MOST_STEPS = 50

export const digestJobs: JobHandlers = {
  [LOOK]: { every: HOUR, maxAttempts: 3, run: findDue },
  [SEND]: { concurrency: 2, run: (app, { userId, day }) => send(app, String(userId), Number(day)) },
}

async function findDue(app: App): Promise<void> {
  const after = (await app.cached.get(settings))['digest.after_days']
  if (after === 0) return
  for (let step = 0; step < MOST_STEPS; step++) {
    const looked = await app.transact(async (tx) => {
      const day = Math.floor(tx.now / DAY)
      const { looked, userIds } = await takeDueDigests(tx, { after, most: AT_ONCE })
      for (const userId of userIds) {
        tx.enqueue({ kind: SEND, payload: { userId, day }, uniqueKey: userId })
      }
      return looked
    })
    if (looked < AT_ONCE) return
  }
}

/** At most once for a user and day, whatever happens: a digest that is lost matters less than two. */
async function send(app: App, userId: string, day: number): Promise<void> {
  const after = (await app.cached.get(settings))['digest.after_days']
  if (after === 0) return
  const today = Math.floor(app.clock() / DAY)
  const reader = await findDigestReader(app, userId, { today, after })
  if (reader === null) return
  const missed = await loadMissed(app, reader.accountId, reader.since)
  const sections = sectionsOf(missed)
  if (sections.length === 0) return
  const mail = await renderDigest(app, reader, sections)
  const claimedAt = await app.transact((tx) => claimDigest(tx, userId, day))
  if (claimedAt === null) return
  try {
    await app.mailer.send(mail)
  } catch (error) {
    if (error instanceof MailRefused) return
    const claim = { claimedAt, before: reader.sentAt }
    await app.transact((tx) => releaseDigest(tx, userId, claim))
    throw error
  }
}

async function renderDigest(
  app: App,
  { userId, username, email, locale }: DigestReader,
  sections: readonly MailSection[],
): Promise<Mail> {
  const { title, languages } = await app.cached.get(settings)
  const { origin, handleDomain: domain } = app.config
  const unsubscribe = origin + unsubscribePath(app.keys, userId)
  const content = {
    to: email,
    serverName: title,
    subject: t('What you missed at {domain}', { domain }),
    paragraphs: [
      t('Hello {username},', { username }),
      t('This happened at {domain} while you were away:', { domain }),
    ],
    sections,
    action: { label: t('See all of it'), url: `${origin}/home` },
    closing: [
      t('How often you get such a mail is up to you: {address}', {
        address: `${origin}/notifications/settings#digest`,
      }),
      t('To get none any more, without signing in: {address}', { address: unsubscribe }),
    ],
    unsubscribe,
  }
  return renderMail(content, wordsFor(locale, ...languages))
}

function sectionsOf({ mentions, followers, posts }: Missed): MailSection[] {
  const sections: MailSection[] = []
  if (mentions.count > 0) {
    sections.push({
      title: plural(mentions.count, '{n} new mention', '{n} new mentions'),
      entries: mentions.shown.map(entryOf),
    })
  }
  if (followers.count > 0) {
    const names = formatList(followers.names)
    sections.push({
      title: plural(followers.count, '{n} new follower', '{n} new followers'),
      entries: followers.names.length === 0 ? [] : [{ title: names }],
    })
  }
  if (posts.length > 0) {
    sections.push({
      title: t('Popular posts of people whom you follow'),
      entries: posts.map(entryOf),
    })
  }
  return sections
}

const entryOf = ({ name, text, url }: Said) => ({
  title: name,
  url,
  text: text ?? t('Only some people may read this; sign in to see it.'),
})
