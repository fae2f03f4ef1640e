import { existsSync } from 'node:fs'
import { tlsFolder } from '../../kernel/base/tls-folder.ts'
import type { App } from '../../kernel/core/app.ts'
import { type Text, t } from '../../kernel/text/messages.ts'
import { SOFTWARE } from '../instance/software.ts'
import { checkBackups } from './backups.ts'
import type { HealthCheck, HealthContext } from './context.ts'
import { checkDatabaseUse, checkOwnReplica } from './database.ts'
import { checkForecast, checkSpace } from './disk.ts'
import { type Finding, ok, reasonOf, warn } from './finding.ts'
import { checkJobs } from './jobs.ts'
import { checkMails } from './mail.ts'
import { metricsOf } from './own-metrics.ts'
import { checkSchema } from './schema.ts'
import { checkServers } from './servers.ts'
import { checkStalls } from './stalls.ts'
import { checkRunningWorkers } from './workers.ts'

/** A part of the server's health, as the page in the administration shows it. */
export interface Subject {
  name: string
  title: Text
  checks: readonly HealthCheck[]
}

/** Subjects that the database and the files of the server tell about. */
const LASTING: readonly Subject[] = [
  {
    name: 'disk',
    title: t('Disk'),
    checks: [async ({ config }) => checkSpace(config), checkForecast],
  },
  { name: 'backups', title: t('Backups'), checks: [checkBackups] },
  { name: 'certificate', title: t('Certificate'), checks: [checkOwnCertificate] },
  { name: 'mail', title: t('Mail'), checks: [checkMails] },
  { name: 'jobs', title: t('Jobs'), checks: [checkJobs] },
  { name: 'servers', title: t('Other servers'), checks: [checkServers] },
  { name: 'database', title: t('Database'), checks: [checkDatabaseUse, checkOwnReplica] },
  { name: 'version', title: t('Version'), checks: [checkVersion] },
]

/** Subjects that only the running processes know: asking them is an answer of each. */
const RUNNING: readonly Subject[] = [
  { name: 'processes', title: t('Processes'), checks: [checkStalls, checkRunningWorkers] },
]

export interface SubjectFindings extends Pick<Subject, 'name' | 'title'> {
  findings: readonly Finding[]
}

/** Everything that is known of the health of the server that this process belongs to. */
export async function lookAtHealth(app: App): Promise<SubjectFindings[]> {
  const servers = [{ name: t('This server'), metrics: await metricsOf(app) }]
  return look([...LASTING, ...RUNNING], { ...seenBy(app), servers })
}

/** The number of findings that somebody has to see to, but for those of the running processes. */
export async function countProblems(app: App): Promise<number> {
  const seen = await look(LASTING, { ...seenBy(app), servers: [] })
  return seen.flatMap(({ findings }) => findings).filter(({ level }) => level !== 'ok').length
}

const seenBy = ({ config, database, clock }: App) => ({ config, database, now: clock() })

async function look(
  subjects: readonly Subject[],
  context: HealthContext,
): Promise<SubjectFindings[]> {
  const seen: SubjectFindings[] = []
  for (const { name, title, checks } of subjects) {
    const findings: Finding[] = []
    for (const check of checks) findings.push(...(await tried(check, context)))
    if (findings.length > 0) seen.push({ name, title, findings })
  }
  return seen
}

/** A check that fails is a finding: the others are needed all the more then. */
async function tried(check: HealthCheck, context: HealthContext): Promise<readonly Finding[]> {
  try {
    return await check(context)
  } catch (error) {
    const text = t('This could not be looked at: {reason}', { reason: reasonOf(error) })
    return [warn(text, t('See the log, and run rookery doctor'))]
  }
}

/** Certificates are looked at where there is one, so that nothing of them is loaded elsewhere. */
async function checkOwnCertificate({ config, now }: HealthContext): Promise<readonly Finding[]> {
  if (config.https === null && !existsSync(tlsFolder(config.dataDir))) return []
  const { checkCertificate } = await import('./certificate.ts')
  return checkCertificate(config, now)
}

async function checkVersion({ database }: HealthContext): Promise<readonly Finding[]> {
  const values = { version: SOFTWARE.version, node: process.versions.node }
  return [ok(t('Rookery {version} runs on Node {node}', values)), await checkSchema(database)]
}
