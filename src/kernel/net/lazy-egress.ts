import type { Egress, EgressOptions } from './egress.ts'

/**
 * An `Egress` created at its first use: its HTTP client takes a tenth of a second of a start and 15 MB
 * that a server without federation never needs.
 */
export function createLazyEgress(options: EgressOptions): Egress {
  let made: Promise<Egress> | undefined
  const get = () => {
    made ??= import('./egress.ts').then(({ createEgress }) => createEgress(options))
    return made
  }
  return {
    fetch: async (request) => (await get()).fetch(request),
    download: async (request, sink) => (await get()).download(request, sink),
    async [Symbol.asyncDispose]() {
      await (await made)?.[Symbol.asyncDispose]()
    },
  }
}
