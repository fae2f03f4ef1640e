/** Work of one kind, such as requests to one route or jobs of one kind. */
export interface WorkKind {
  /** as operators know it: `GET /api/v1/timelines/home`, `job media.process` */
  readonly name: string
  begin(): void
  /** to be called once for each `begin` */
  end(): void
}

/**
 * The kinds of work of a process, with those that may have run since a moment. It knows no call stack: a kind counts as
 * running from its begin to its end, so several kinds may have run when the event loop stood still. Beginning and
 * ending cost some nanoseconds.
 */
export interface RunningWork {
  /** returns the same kind for the same name; names come from the code, so their number is bounded */
  kind(name: string): WorkKind
  /** Begins a new period. */
  nextPeriod(): void
  /** Calls this once, at the next begin of any work. */
  onNextBegin(listener: () => void): void
  /** whether any work ran in this period */
  hasRun(): boolean
  /** names of the kinds that ran in this period, those that began in it first */
  ranInPeriod(): string[]
}

interface Kind extends WorkKind {
  running: number
  /** period of the last begin and of the last end */
  began: number
  ended: number
}

export function createRunningWork(): RunningWork {
  const kinds = new Map<string, Kind>()
  let period = 0
  let running = 0
  let lastEnded = -1
  let wake: (() => void) | null = null
  const createKind = (name: string): Kind => {
    const kind: Kind = {
      ...{ name, running: 0, began: -1, ended: -1 },
      begin() {
        running += 1
        kind.running += 1
        kind.began = period
        if (wake === null) return
        const listener = wake
        wake = null
        listener()
      },
      end() {
        running -= 1
        lastEnded = period
        kind.running -= 1
        kind.ended = period
      },
    }
    return kind
  }
  return {
    kind(name) {
      const kind = kinds.get(name) ?? createKind(name)
      kinds.set(name, kind)
      return kind
    },
    nextPeriod() {
      period += 1
    },
    onNextBegin(listener) {
      wake = listener
    },
    hasRun: () => running > 0 || lastEnded === period,
    ranInPeriod() {
      const ran = [...kinds.values()].filter(
        ({ running, ended }) => running > 0 || ended === period,
      )
      return ran
        .sort((a, b) => Number(b.began === period) - Number(a.began === period))
        .map(({ name }) => name)
    },
  }
}
