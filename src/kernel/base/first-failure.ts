/** If cleaning up after a failure failed too: the first of these failures. */
export function firstFailure(error: unknown): unknown {
  return error instanceof SuppressedError ? firstFailure(error.suppressed) : error
}
