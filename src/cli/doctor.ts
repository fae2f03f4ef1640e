import {
  type Finding,
  fail,
  ok,
  type ToldFinding,
  tellFinding,
  warn,
} from '../features/health/finding.ts'
import { type Config, ConfigError, readConfig } from '../kernel/base/config.ts'
import { idleSettings } from '../kernel/base/idle-settings.ts'
import { misspeltSettings } from '../kernel/base/misspelt-settings.ts'
import { refuseRootFor } from '../kernel/db/data-owner.ts'
import { checkAddress } from './checks/address.ts'
import { checkData } from './checks/all-data.ts'
import { checkAuthorities } from './checks/authorities.ts'
import type { Check } from './checks/check.ts'
import { checkDatabase, findStoredOrigin } from './checks/database.ts'
import { brokenOff, findingsOf } from './checks/findings-of.ts'
import { checkFolders } from './checks/folders.ts'
import { checkNetwork } from './checks/network.ts'
import { checkPrograms } from './checks/programs.ts'
import { checkRedis } from './checks/redis.ts'
import { refusalOf } from './checks/refusal.ts'
import { checkRelease } from './checks/release.ts'
import { checkReplica } from './checks/replica.ts'
import { checkRunningServers } from './checks/running-servers.ts'
import { checkStorage } from './checks/storage.ts'
import { checkWorkers } from './checks/workers.ts'
import { CommandError, defineCommand } from './command.ts'
import { createProgress } from './progress.ts'
import { readShellSettings, withStoredOrigin } from './shell-settings.ts'

const CHECKS: readonly Check[] = [
  checkPrograms,
  checkRelease,
  checkFolders,
  checkStorage,
  checkDatabase,
  checkReplica,
  checkRedis,
  checkNetwork,
  checkAddress,
  async (config) =>
    (await import('../features/health/certificate.ts')).checkCertificate(config, Date.now()),
  checkAuthorities,
  checkRunningServers,
  checkWorkers,
]

export const doctor = defineCommand({
  help: `Checks the settings and surroundings of the server, also while it runs, and says what to do about
what is not right: settings, folders, network and stalls of the running server, and in the database counters, references, indexes, files and
jobs. Ends with exit code 1 if something is wrong that somebody has to see to.`,
  options: {
    json: { type: 'boolean', help: 'Print one JSON object a line' },
    repair: { type: 'boolean', help: 'Count counters anew and make missing indexes' },
  },
  async run(terminal, _, { json, repair = false }) {
    let failed = 0
    const tell = (finding: Finding) => {
      if (finding.level === 'fail') failed++
      const told = tellFinding(finding)
      terminal.out(json ? JSON.stringify(told) : describe(told))
    }
    const config = await readSettings(terminal.env, tell)
    demandOwner(config, tell)
    for (const check of config === null ? [] : CHECKS) {
      for (const finding of await findingsOf(() => check(config!))) tell(finding)
    }
    if (config !== null) {
      const progress = createProgress(terminal)
      try {
        for await (const finding of checkData(config, { repair, progress })) tell(finding)
      } catch (error) {
        tell(brokenOff(error))
      }
    }
    if (failed > 0) throw new CommandError(`${failed} of the checks failed`)
  },
})

/**
 * As root most checks would tell of another server than the one that the data are of.
 * @throws CommandError
 */
function demandOwner(config: Config | null, tell: (finding: Finding) => void): void {
  if (config === null) return
  const refusal = refusalOf(() => refuseRootFor(config.dataDir, 'DATA_DIR'))
  if (refusal === null) return
  tell(fail(refusal, 'Run it with the settings of the server, too'))
  throw new CommandError('Nothing else was checked')
}

/** The server's settings; if this shell has no ORIGIN, the one stored in the database. */
async function readSettings(
  env: NodeJS.ProcessEnv,
  tell: (finding: Finding) => void,
): Promise<Config | null> {
  try {
    const stored = env.ORIGIN ? null : await findStoredOrigin(readShellSettings(env))
    const config = stored === null ? readConfig(env) : withStoredOrigin(env, stored)
    tell(ok('The settings from the environment make sense'))
    for (const line of misspeltSettings(env)) tell(warn(line, 'Correct or remove it'))
    for (const line of idleSettings(env, config)) {
      tell(
        warn(line, 'Set that, or remove it; "rookery serve --https" sets HTTPS for itself alone'),
      )
    }
    if (stored !== null) {
      tell(
        ok(
          `ORIGIN is not set here; checked is ${stored}, which the database was made for. Other settings of the server are not known either, unless this shell has them`,
        ),
      )
    }
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    tell(fail(error.message, 'Correct the setting; the README lists them all'))
    return null
  }
}

function describe({ level, text, advice }: ToldFinding): string {
  const line = `${level.padEnd(4)}  ${text}`
  return advice === undefined ? line : `${line} → ${advice}`
}
