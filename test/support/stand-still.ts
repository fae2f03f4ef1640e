/** Stops the event loop for so many ms, as a machine does that has no time for this process. */
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
