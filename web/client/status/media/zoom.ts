/** Callbacks of the viewer for gestures that do not zoom. */
interface Meaning {
  turn: (by: number) => void
  leave: () => void
}

interface View {
  scale: number
  /** px by which the middle is moved */
  x: number
  y: number
}

interface Point {
  x: number
  y: number
}

const MOST = 6
/** what a double tap zooms to */
const CLOSE = 2.5
/** px by which a key moves */
const STEP = 80
/** px from which a move of the finger is a swipe */
const SWIPE = 60
/** ms between two taps that belong together */
const DOUBLE = 300

/**
 * Zooms what is in a frame by wheel, pinch, double tap and keys, and moves it by dragging and arrows.
 * @returns ends it
 */
export function watchGestures(frame: HTMLElement, meaning: Meaning): () => void {
  const zoom = createZoom(frame)
  const pointers = createPointers(frame, zoom, meaning)
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    zoom.by(Math.exp(-event.deltaY / 400), event)
  }
  const onKey = (event: KeyboardEvent) => {
    if (zoomByKey(zoom, event.key)) event.preventDefault()
  }
  frame.addEventListener('wheel', onWheel, { passive: false })
  frame.addEventListener('keydown', onKey)
  addEventListener('resize', zoom.reset)
  return () => {
    pointers.end()
    frame.removeEventListener('wheel', onWheel)
    frame.removeEventListener('keydown', onKey)
    removeEventListener('resize', zoom.reset)
  }
}

type Zoom = ReturnType<typeof createZoom>

function createZoom(frame: HTMLElement) {
  let view: View = { scale: 1, x: 0, y: 0 }
  const show = (wanted: View) => {
    const { clientWidth, clientHeight } = frame
    const scale = Math.max(1, Math.min(MOST, wanted.scale))
    // its edges never come further in than those of the frame
    const bound = (value: number, size: number) => {
      const most = (size * (scale - 1)) / 2
      return Math.max(-most, Math.min(most, value))
    }
    view = { scale, x: bound(wanted.x, clientWidth), y: bound(wanted.y, clientHeight) }
    for (const picture of frame.querySelectorAll('img')) {
      picture.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
    }
    frame.classList.toggle('zoomed', scale > 1)
  }
  return {
    isZoomed: () => view.scale > 1,
    reset: () => show({ scale: 1, x: 0, y: 0 }),
    move: (x: number, y: number) => show({ ...view, x: view.x + x, y: view.y + y }),
    /** zooms so that what is under a point stays there; default the middle */
    by(factor: number, point?: { clientX: number; clientY: number }) {
      const { left, top, width, height } = frame.getBoundingClientRect()
      const from = {
        x: (point?.clientX ?? left + width / 2) - left - width / 2,
        y: (point?.clientY ?? top + height / 2) - top - height / 2,
      }
      const scale = Math.max(1, Math.min(MOST, view.scale * factor))
      const ratio = scale / view.scale
      show({
        scale,
        x: from.x - (from.x - view.x) * ratio,
        y: from.y - (from.y - view.y) * ratio,
      })
    },
  }
}

function zoomByKey(zoom: Zoom, key: string): boolean {
  if (key === '+' || key === '=') zoom.by(1.5)
  else if (key === '-') zoom.by(1 / 1.5)
  else if (key === '0') zoom.reset()
  else if (!zoom.isZoomed()) return false
  else if (key === 'ArrowLeft') zoom.move(STEP, 0)
  else if (key === 'ArrowRight') zoom.move(-STEP, 0)
  else if (key === 'ArrowUp') zoom.move(0, STEP)
  else if (key === 'ArrowDown') zoom.move(0, -STEP)
  else return false
  return true
}

/** Fingers and the mouse: one moves or swipes, two pinch, two taps zoom. */
function createPointers(frame: HTMLElement, zoom: Zoom, meaning: Meaning) {
  const down = new Map<number, Point>()
  let start: Point | null = null
  let lastTap = 0
  const spread = () => {
    const [one, other] = [...down.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }
  const press = (event: PointerEvent) => {
    frame.setPointerCapture(event.pointerId)
    down.set(event.pointerId, { x: event.clientX, y: event.clientY })
    start = down.size === 1 ? { x: event.clientX, y: event.clientY } : null
  }
  const move = (event: PointerEvent) => {
    const before = down.get(event.pointerId)
    if (before === undefined) return
    const wasApart = spread()
    down.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (down.size === 2 && wasApart > 0) zoom.by(spread() / wasApart, middleOf(down))
    else if (zoom.isZoomed()) zoom.move(event.clientX - before.x, event.clientY - before.y)
  }
  const release = (event: PointerEvent) => {
    down.delete(event.pointerId)
    if (start === null || event.type === 'pointercancel') return
    const by = { x: event.clientX - start.x, y: event.clientY - start.y }
    start = null
    if (Math.hypot(by.x, by.y) < 10) {
      const isDouble = event.timeStamp - lastTap < DOUBLE
      lastTap = isDouble ? 0 : event.timeStamp
      if (isDouble && zoom.isZoomed()) zoom.reset()
      else if (isDouble) zoom.by(CLOSE, event)
    } else if (!zoom.isZoomed()) readSwipe(by, meaning)
  }
  const events = {
    pointerdown: press,
    pointermove: move,
    pointerup: release,
    pointercancel: release,
  }
  for (const [name, hear] of Object.entries(events)) {
    frame.addEventListener(name, hear as EventListener)
  }
  return {
    end() {
      for (const [name, hear] of Object.entries(events)) {
        frame.removeEventListener(name, hear as EventListener)
      }
    },
  }
}

function middleOf(points: ReadonlyMap<number, Point>): { clientX: number; clientY: number } {
  const all = [...points.values()]
  const mean = (of: (point: Point) => number) =>
    all.reduce((sum, point) => sum + of(point), 0) / all.length
  return { clientX: mean(({ x }) => x), clientY: mean(({ y }) => y) }
}

/** Sideways to the next one, up or down to leave. */
function readSwipe(by: Point, { turn, leave }: Meaning): void {
  const on = document.documentElement.dir === 'rtl' ? 1 : -1
  if (Math.abs(by.x) > SWIPE && Math.abs(by.x) > Math.abs(by.y)) turn(Math.sign(by.x) * on)
  else if (Math.abs(by.y) > SWIPE * 2) leave()
}
