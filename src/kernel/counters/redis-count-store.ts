import { type Redis, redisScript } from '../redis/redis.ts'
import type { Count, CountStore } from './count-store.ts'

/** ms that a key outlives its window, for processes whose clocks are late */
const SLACK = 60_000

/** Returns the totals until one is above its limit, which is not stored. */
const TAKE = redisScript(`
local totals = {}
for i, key in ipairs(KEYS) do
  local amount, limit = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1])
  local total = tonumber(redis.call('GET', key) or '0') + amount
  totals[i] = total
  if amount > 0 then
    if limit >= 0 and total > limit then return totals end
    redis.call('SET', key, total, 'PX', ARGV[3 * i])
  end
end
return totals`)

export function createRedisCountStore(redis: Redis): CountStore {
  const run = async (counts: readonly Count[], now: number, limited: boolean) => {
    const keys = counts.map(({ key, endsAt }) => `count:${endsAt / 1000}:${key}`)
    const args = counts.flatMap(({ amount, limit, endsAt }) => [
      amount,
      limited ? limit : -1,
      Math.max(endsAt - now, 0) + SLACK,
    ])
    return (await redis.script(TAKE, keys, args)) as number[]
  }
  return {
    name: 'Redis',
    isCheap: true,
    take: (counts, now) => run(counts, now, true),
    add: (counts, now) => run(counts, now, false),
  }
}
