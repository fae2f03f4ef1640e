/** An option of Node, for NODE_OPTIONS: the clock of the process is ahead by so many ms, or behind. */
export function clockAhead(ms: number): string {
  const program = `
  const Right = Date
  const now = () => Right.now() + ${ms}
  globalThis.Date = class extends Right {
    constructor(...given) {
      if (given.length > 0) super(...given)
      else super(now())
    }
    static now() { return now() }
  }`
  return `--import=data:text/javascript,${encodeURIComponent(program)}`
}
