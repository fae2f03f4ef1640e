import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'

export interface Mail {
  to: string
  /** shown as the sender, for example the server's title */
  senderName: string
  subject: string
  text: string
  html: string
  /** address that answers go to; default: the sender, who reads nothing */
  replyTo?: string
  /** URL that ends such mails by one POST, without anything else (RFC 8058) */
  unsubscribe?: string
}

/** Sends the server's own mails. Call it from a job, so that no mail is lost and no request waits for it. */
export interface Mailer {
  /** resolves once the mail server accepted the mail, or its file is written */
  send(mail: Mail): Promise<void>
}

/** ms; for a slower mail server the job is retried */
const TIMEOUT = 20_000

/**
 * With SMTP_URL set, mails go to that server; otherwise each becomes a file in DATA_DIR/mail and a log entry.
 * The sender is `noreply@` the server's host, or the address in `?from=` of SMTP_URL.
 */
export function createMailer(
  config: Pick<Config, 'smtpUrl' | 'origin' | 'dataDir'>,
  log: Pick<Logger, 'info'>,
): Mailer {
  const address = senderAddress(config)
  let transporter: Promise<Transporter> | undefined
  return {
    async send(mail) {
      transporter ??= config.smtpUrl === null ? openComposer() : openSmtp(config.smtpUrl)
      const sent = await hand(await transporter, mail, address)
      if (config.smtpUrl !== null) return
      const file = await writeMail(join(config.dataDir, 'mail'), sent.message as Buffer)
      log.info({ file }, 'No SMTP_URL is set, so a mail was written to a file instead')
    },
  }
}

async function hand(transporter: Transporter, mail: Mail, sender: string) {
  try {
    return await transporter.sendMail({
      from: { name: mail.senderName, address: sender },
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  } catch (error) {
    throw withoutAddresses(error)
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc8058 */
function unsubscribeHeaders({ unsubscribe }: Mail): Record<string, string> {
  if (unsubscribe === undefined) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** The mail server refuses the recipient for good: another try changes nothing. */
export class MailRefused extends Error {}

/** The mail server's error text is logged without the addresses that it quotes. */
function withoutAddresses(error: unknown): Error {
  const words = error instanceof Error ? error.message : String(error)
  const text = `The mail was not sent: ${words.replaceAll(/[^\s<>"@]+@[^\s<>"@]+/g, '…')}`
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500 ? new MailRefused(text) : new Error(text)
}

function senderAddress(config: Pick<Config, 'smtpUrl' | 'origin'>): string {
  const named = config.smtpUrl === null ? null : new URL(config.smtpUrl).searchParams.get('from')
  return named ?? `noreply@${new URL(config.origin).hostname}`
}

async function openSmtp(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const url = new URL(smtpUrl)
  url.searchParams.delete('from')
  return createTransport({
    url: url.href,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  })
}

/** @throws if the mail server cannot be reached or refuses the login */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transporter = await openSmtp(smtpUrl)
  try {
    await transporter.verify()
  } finally {
    transporter.close()
  }
}

async function openComposer(): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ streamTransport: true, buffer: true })
}

/** @returns the file's path; its name sorts by time */
async function writeMail(folder: string, message: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '')
  const file = join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`)
  await writeFile(file, message, { flag: 'wx', mode: 0o600 })
  return file
}
