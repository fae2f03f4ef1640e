/** Of failures of which one came from clearing up after the other: the one that was first. */
export function firstFailure(error: unknown): unknown {
  return error instanceof SuppressedError ? firstFailure(error.suppressed) : error
}
