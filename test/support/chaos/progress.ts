import { until } from '../in-time.ts'

/** How far a campaign is: faults come by its writes, and writes wait for faults. */
export class Progress {
  #acknowledged = 0
  /** writes from this one on wait: a fault has to come, or to pass, before */
  limit = 0
  /** whether all writes are done */
  isOver = false

  get acknowledged(): number {
    return this.#acknowledged
  }

  noteAcknowledged(): void {
    this.#acknowledged += 1
  }

  /** Waits until so many writes are acknowledged. */
  reached(count: number): Promise<void> {
    return until(() => this.#acknowledged >= count || this.isOver)
  }

  /** Waits until the write with this number may begin. */
  mayBegin(number: number): Promise<void> {
    return until(() => number < this.limit)
  }
}
