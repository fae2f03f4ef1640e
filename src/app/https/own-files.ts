import { type FSWatcher, watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import type { CertificateTrouble } from '../../features/identity/mail-queue.ts'
import type { KeyAndChain } from '../../kernel/acme/certificate-facts.ts'
import { chainFlawOf, checkPair, expiresSoon, flawOf } from '../../kernel/acme/certificate-facts.ts'
import { HOUR, MINUTE, SECOND } from '../../kernel/base/durations.ts'
import { fileProblem } from '../../kernel/base/file-problem.ts'
import type { HttpsSettings } from '../../kernel/base/https-settings.ts'
import { render, said } from '../../kernel/base/translatable-text.ts'
import { utcMinute } from '../../kernel/base/utc-minute.ts'
import { StartError } from '../../kernel/db/start-error.ts'

/** ms between two looks, for folders that tell nothing of their changes: on a network, or behind links */
const LOOK = MINUTE
/** ms after a change in which its other file may follow */
const REST = SECOND / 4
/** bytes */
const LARGEST = 1 << 20

interface Options {
  files: NonNullable<HttpsSettings['files']>
  hostname: string
  clock: () => number
  log: Logger
  show(pair: KeyAndChain): Promise<void>
  /** hears of a pair in its last days, again and again */
  tellStaff(trouble: CertificateTrouble): Promise<void>
}

/**
 * Shows the operator's own certificate, and each new one that replaces it. A broken pair leaves the old one in use.
 * @throws StartError with one line if there is none at the start
 */
export async function serveOwnFiles(options: Options): Promise<Disposable> {
  const { files, log, show } = options
  const first = await readPair(files).catch((error: Error) => {
    throw new StartError(`TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${error.message}`, {
      cause: error,
      isSetting: true,
    })
  })
  let shown = first
  let failure: string | null = null
  tellFlaw(options, first)
  await show(first)
  const remind = createReminder(options)
  await remind(first)
  const look = async () => {
    try {
      const pair = await readPair(files)
      failure = null
      if (pair.cert === shown.cert && pair.key === shown.key) return await remind(pair)
      shown = pair
      await show(pair)
      const { validToDate } = checkPair(pair)
      log.info(`A new certificate is in use, valid until ${utcMinute(validToDate.getTime())}`)
      tellFlaw(options, pair)
    } catch (error) {
      const { message } = error as Error
      if (failure !== message) {
        log.error(`The certificate in ${files.certificate} is left aside: ${message}`)
      }
      failure = message
    }
  }
  return watchFiles(files, look)
}

function tellFlaw({ hostname, clock, log, files }: Options, pair: KeyAndChain): void {
  const flaw = flawOf(checkPair(pair), hostname, clock())
  if (flaw !== null) log.error(`${files.certificate}: ${render(flaw)}`)
  const chainFlaw = chainFlawOf(pair)
  if (chainFlaw !== null) log.warn(`${files.certificate}: ${render(chainFlaw)}`)
}

/** The program that renews the files may have stopped: nobody reads the log, and the old pair serves on until its end. */
function createReminder({ clock, log, tellStaff }: Options) {
  let last = Number.NEGATIVE_INFINITY
  return async (pair: KeyAndChain): Promise<void> => {
    const certificate = checkPair(pair)
    if (!expiresSoon(certificate, clock()) || clock() - last < HOUR) return
    last = clock()
    const validUntil = certificate.validToDate.getTime()
    const reason = said('The certificate for HTTPS is valid until {day}', {
      day: utcMinute(validUntil),
    })
    const advice = [said('The program that renews it has to write both files anew')]
    log.error([reason, ...advice].map((sentence) => render(sentence)).join('. '))
    const since = certificate.validFromDate.getTime()
    const trouble = { since, reason, advice, validUntil, isUrgent: true, isOwn: true as const }
    await tellStaff(trouble).catch((err) => log.error({ err }, 'the staff cannot be told of it'))
  }
}

async function readPair(files: Options['files']): Promise<KeyAndChain> {
  const pair = { cert: await readText(files.certificate), key: await readText(files.key) }
  checkPair(pair)
  return pair
}

async function readText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new Error(`${file}: ${fileProblem(cause, file, 'read')}`, { cause })
  })
  if (text.length > LARGEST) throw new Error(`${file} is no certificate or key: it is too large`)
  return text
}

/** Programs that renew certificates write new files or links, so the folders are watched. One look at a time. */
function watchFiles({ certificate, key }: Options['files'], look: () => Promise<void>): Disposable {
  let soon: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  const lookOnce = () => {
    looking = looking.then(look)
  }
  const lookSoon = () => {
    clearTimeout(soon)
    soon = setTimeout(lookOnce, REST)
  }
  const watchers = [...new Set([dirname(certificate), dirname(key)])].flatMap((folder) => {
    const watcher = watchFolder(folder, lookSoon)
    return watcher === null ? [] : [watcher]
  })
  const timer = setInterval(lookOnce, LOOK).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      clearTimeout(soon)
      for (const watcher of watchers) watcher.close()
    },
  }
}

/** Null where the system has no watches left, or the folder can have none. */
function watchFolder(folder: string, onChange: () => void): FSWatcher | null {
  try {
    return watch(folder, { persistent: false }, onChange).on('error', () => {})
  } catch {
    return null
  }
}
