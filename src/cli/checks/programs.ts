import { type Finding, fail, ok, reasonOf, warn } from '../../features/health/finding.ts'
import { missingMailServer } from '../../features/health/mail.ts'
import { checkMailServer } from '../../kernel/mail/mail.ts'
import { findFfmpeg } from '../../kernel/processing/ffmpeg.ts'
import type { Check } from './check.ts'

/** Checks the programs and services that the server needs. */
export const checkPrograms: Check = async (config) => [
  ok(`Node ${process.versions.node} with SQLite ${process.versions.sqlite}`),
  await checkFfmpeg(),
  await checkMail(config.smtpUrl),
]

async function checkFfmpeg(): Promise<Finding> {
  if ((await findFfmpeg()) !== null) return ok('ffmpeg is there')
  const advice = 'Install ffmpeg if people shall upload video and audio'
  return warn('ffmpeg is not there, or cannot write H.264, AAC and MP3', advice)
}

async function checkMail(smtpUrl: string | null): Promise<Finding> {
  const missing = missingMailServer({ smtpUrl })
  if (missing !== null || smtpUrl === null) return missing!
  const { host } = new URL(smtpUrl)
  try {
    await checkMailServer(smtpUrl)
    return ok(`The mail server ${host} takes mail`)
  } catch (error) {
    return fail(`The mail server ${host} takes no mail: ${reasonOf(error)}`, 'Check SMTP_URL')
  }
}
