import type { JobHandlers } from '../jobs/handlers.ts'
import { quoteJobs } from './about-quotes.ts'
import { audienceJobs } from './audiences.ts'
import { removalJobs } from './removal.ts'
import { mergeJobs } from './requests/requests.ts'

export const jobs: JobHandlers = { ...audienceJobs, ...quoteJobs, ...removalJobs, ...mergeJobs }
