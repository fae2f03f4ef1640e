import type { JobRunner } from './runner.ts'

/** Combines runners: they start, wake and stop together, and settle one after the other. */
export function combineRunners(...runners: readonly JobRunner[]): JobRunner {
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
