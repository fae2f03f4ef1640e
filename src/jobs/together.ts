import type { JobRunner } from './runner.ts'

/** Several runners as one: started, woken and stopped at once, settled one after the other. */
export function together(...runners: readonly JobRunner[]): JobRunner {
  return {
    start() {
      for (const runner of runners) runner.start()
    },
    wake() {
      for (const runner of runners) runner.wake()
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
    async settle() {
      for (const runner of runners) await runner.settle()
    },
  }
}
