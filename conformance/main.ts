// npm run conformance [-- OPTION…]
import { writeFile } from 'node:fs/promises'
import { operations } from './groups/all.ts'
import { type Answer, answers, NotArranged } from './http/client.ts'
import { HELP, type Options, readOptions, UsageError } from './options.ts'
import { createDocumentedStatuses } from './oracle/documented-statuses.ts'
import { createOracle } from './oracle/oracle.ts'
import { createRecordedAnswers } from './oracle/recorded-answers.ts'
import { startOwnServer } from './own-server.ts'
import { createAccounts, createWorld, type World } from './people/world.ts'
import { writeReport } from './report/report.ts'
import { readNotYet } from './spec/not-yet.ts'
import { readNumbers } from './spec/numbers.ts'
import { readDifferences, readRecorded } from './spec/recorded.ts'
import { readSurface } from './spec/surface.ts'
import { walkAll } from './walk/run.ts'

try {
  await main(readOptions(process.argv.slice(2), process.env))
} catch (error) {
  if (!(error instanceof UsageError || error instanceof NotArranged)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function main(options: Options): Promise<void> {
  if (options.help) return console.log(HELP)
  await using open = new AsyncDisposableStack()
  process.exitCode = (await walk(options, await enter(options, open))) ? 0 : 1
}

/** Connects to the given server, or starts one. */
async function enter(options: Options, open: AsyncDisposableStack): Promise<World> {
  if (options.base !== null) return createWorld(options.base, options.accounts, null)
  const { base, operator } = open.use(await startOwnServer())
  return createWorld(base, await createAccounts(operator), operator)
}

/** @returns whether all checks passed */
async function walk(options: Options, world: World): Promise<boolean> {
  const all = await readSurface()
  const notYet = await readNotYet(all)
  const strays = operations.filter((known) => !all.some((row) => row.operation === known.operation))
  if (strays.length > 0) throw new UsageError(`surface.tsv knows no ${strays[0]?.operation}`)
  const surface = all.filter(({ operation }) => operation.includes(options.only ?? ''))
  const oracle = await createOracle(options.openApi, world.apiVersion)
  const { withOpenApi } = oracle
  const recorded = createRecordedAnswers(await readRecorded(), await readDifferences(), all)
  const documented = await createDocumentedStatuses(world.anonymous, all)
  const look = (answer: unknown) => {
    recorded.look(answer as Answer)
    documented.look(answer as Answer)
  }
  answers.subscribe(look)
  const results = await walkAll({ surface, operations, notYet, world, oracle })
  answers.unsubscribe(look)
  const { version } = world
  const report = writeReport({
    results,
    numbers: await readNumbers(),
    notYet,
    version,
    withOpenApi,
    recorded,
    undocumented: documented.undocumented(),
  })
  if (options.write !== null) await writeFile(options.write, report)
  console.log(report.trimEnd())
  const failed = results.some(({ state }) => state === 'fail')
  const differs = recorded.deviations().some(({ reason }) => reason === null)
  return !failed && !differs && documented.undocumented().length === 0
}
