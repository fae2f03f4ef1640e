import { type Finding, fail, ok, reasonOf, warn } from '../../features/health/finding.ts'
import { redisInfo } from '../../kernel/redis/redis.ts'
import type { Check } from './check.ts'

/** Checks that Redis answers, and whether it may remove counters when its memory is full. */
export const checkRedis: Check = async ({ redisUrl }) => {
  if (redisUrl === null) return []
  const { host } = new URL(redisUrl)
  try {
    const info = await redisInfo(redisUrl)
    return [ok(`Redis at ${host} answers: ${nameOf(info)}`), ...checkMemory(info)]
  } catch (error) {
    return [fail(`Redis at ${host} cannot be used: ${reasonOf(error)}`, 'Check REDIS_URL')]
  }
}

function nameOf(info: ReadonlyMap<string, string>): string {
  const valkey = info.get('valkey_version')
  return valkey === undefined ? `version ${info.get('redis_version')}` : `Valkey ${valkey}`
}

/** @see https://redis.io/docs/latest/develop/reference/eviction/ */
function checkMemory(info: ReadonlyMap<string, string>): Finding[] {
  const policy = info.get('maxmemory_policy') ?? 'noeviction'
  if (info.get('maxmemory') === '0' || policy === 'noeviction') return []
  const text = `Redis removes keys when its memory is full (${policy}): rate limits begin anew then`
  return [warn(text, 'Set maxmemory-policy to noeviction, or give Redis more memory')]
}
