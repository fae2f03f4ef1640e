import { threadId } from 'node:worker_threads'
import { answerRequests } from '../../src/kernel/db/worker.ts'

answerRequests<string, { said: string; threadId: number }>((said) => ({ said, threadId }))
