import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { shrinkCache } from './cache.ts'

export const jobs: JobHandlers = {
  'proxy.shrink': { run: shrinkCache },
}
