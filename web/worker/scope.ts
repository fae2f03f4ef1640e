/** The worker itself, with its own events: the compiler only knows workers in general. */
export const worker = self as unknown as ServiceWorkerGlobalScope
