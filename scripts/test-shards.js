// Plain JavaScript for Node 20: splits the suite into processes of about the same duration.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// With fewer, one process would still work for a minute when the others are through. More would spend what they save:
// each loads the program and creates a database.
const SHARDS_PER_CORE = 8
// a process that works for less is not worth its start
const LEAST_SECONDS = 15
// each part has a browser of its own, which takes a second to start; pages wait, so two use the cores better than one
const MOST_WITH_BROWSER = 2
// assumed seconds of a test without a recorded duration, by the folder
/** @type {[RegExp, number][]} */
const USUAL_SECONDS = [
  [/^test\/browser\//, 5],
  [/^test\/machines\//, 8],
  [/^/, 0.3],
]

// Parts with a browser take longest and wait most; only a few on PostgreSQL may run at once.
const ORDER = ['browser', 'postgres', 'sqlite']

/**
 * @param runs by name: each is split into several of the same name, that with a browser into two at most
 * @param seconds last durations of files, by `${name} ${file}`
 * @returns the parts in the order in which they begin; of each name, the longest first
 */
export function cutIntoShards(runs, { root, cores, seconds }) {
  const weigh = (name, file) => seconds[`${name} ${file}`] ?? guess(root, file)
  const weighed = runs.map((run) => {
    const files = run.files.map((file) => ({ file, weight: weigh(run.name, file) }))
    return { run, files, weight: sum(files) }
  })
  const length = Math.max(sum(weighed) / (cores * SHARDS_PER_CORE), LEAST_SECONDS)
  return weighed
    .flatMap(({ run, files, weight }) => {
      const most = run.name === 'browser' ? MOST_WITH_BROWSER : Number.POSITIVE_INFINITY
      const shards = Math.min(most, Math.max(1, Math.ceil(weight / length)))
      return distribute(files, shards).map((shard) => ({ ...run, ...shard }))
    })
    .sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name) || b.weight - a.weight)
}

/** Assigns each file, the longest first, to the part with the least total. */
function distribute(files, count) {
  const shards = Array.from({ length: count }, () => ({ files: [], weight: 0 }))
  for (const { file, weight } of [...files].sort((a, b) => b.weight - a.weight)) {
    const least = shards.reduce((found, shard) => (shard.weight < found.weight ? shard : found))
    least.files.push(file)
    least.weight += weight
  }
  for (const shard of shards) shard.files.sort()
  return shards.filter((shard) => shard.files.length > 0)
}

function guess(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  const tests = text.match(/^\s*(await )?(\w+\.)?(test|story)\(/gm)?.length ?? 0
  const [, usual] = USUAL_SECONDS.find(([folder]) => folder.test(file))
  return (tests + 1) * usual
}

function sum(parts) {
  return parts.reduce((total, { weight }) => total + weight, 0)
}

/** @returns the durations that `keepSeconds` wrote; empty on a new checkout */
export function readSeconds(root) {
  try {
    return JSON.parse(readFileSync(fileOf(root), 'utf8'))
  } catch {
    return {}
  }
}

/** Stores the durations of files for the next run. */
export function keepSeconds(root, seconds) {
  mkdirSync(dirname(fileOf(root)), { recursive: true })
  writeFileSync(fileOf(root), JSON.stringify({ ...readSeconds(root), ...seconds }))
}

function fileOf(root) {
  return join(root, 'node_modules/.cache/rookery/test-seconds.json')
}
