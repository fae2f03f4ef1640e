/**
 * Drawn pixel by pixel: the server allows sharp no SVG, for this whole process.
 */
import sharp from 'sharp'

type Colour = readonly [red: number, green: number, blue: number]

/** Colours (as in `#3b2a6b`) of a view over hills, from the top of the sky to the nearest hill. */
export interface View {
  width: number
  height: number
  sky: readonly [string, string, string]
  /** x, y and radius in percent of the height, from the left */
  sun?: readonly [x: number, y: number, radius: number, colour: string]
  hills: readonly string[]
  /** changes the shape of the hills */
  seed: number
  birds?: number
  stars?: number
}

/** A landscape as a JPEG. */
export async function landscape(view: View): Promise<Buffer> {
  const { width, height, birds = 0, stars = 0 } = view
  const random = randomFrom(view.seed)
  const canvas = new Canvas(width, height)
  canvas.paint(skyOf(view))
  for (let star = 0; star < stars; star++) {
    const strength = 0.3 + random() * 0.7
    canvas.ellipse(random() * width, random() * height * 0.6, 1.4, 1.4, [255, 255, 245], strength)
  }
  for (const [at, colour] of view.hills.entries()) canvas.paint(hillOf(view, random, colour, at))
  for (let bird = 0; bird < birds; bird++) {
    const size = (0.004 + random() ** 3 * 0.016) * height
    canvas.bird(random() * width, (0.06 + random() * 0.44) * height, size, [38, 30, 52])
  }
  return canvas.jpeg()
}

type Paint = (x: number, y: number, under: Colour) => Colour

function skyOf({ width, height, sky, sun }: View): Paint {
  const [top, middle, low] = sky.map(colourOf) as [Colour, Colour, Colour]
  const light = sun && { colour: colourOf(sun[3]), radius: (sun[2] / 100) * height }
  const [sunX, sunY] = [((sun?.[0] ?? 0) / 100) * width, ((sun?.[1] ?? 0) / 100) * height]
  return (x, y) => {
    const depth = Math.min(1, y / (height * 0.72)) * 2
    const air = depth < 1 ? mix(top, middle, depth) : mix(middle, low, depth - 1)
    if (light === undefined) return air
    const away = Math.hypot(x - sunX, y - sunY) - light.radius
    const glow = 0.55 * Math.exp(-Math.max(0, away) / (light.radius * 2.5))
    return mix(mix(air, light.colour, glow), light.colour, clamp(0.5 - away))
  }
}

function hillOf(
  { width, height, hills, sky }: View,
  random: () => number,
  name: string,
  at: number,
): Paint {
  const colour = colourOf(name)
  const mist = mix(colour, colourOf(sky[2]), 0.4)
  const level = height * (0.56 + (0.4 * at) / hills.length)
  const waves = [1.1, 2.7, 6.1, 13].map((frequency) => {
    const phase = random() * 7
    return { frequency, phase, size: ((0.05 + random() * 0.03) * height) / frequency }
  })
  const tops = Array.from({ length: width }, (_, x) =>
    waves.reduce(
      (sum, wave) => sum + wave.size * Math.sin((x / width) * 6.28 * wave.frequency + wave.phase),
      level,
    ),
  )
  return (x, y, under) => {
    const below = y - tops[x]!
    if (below < -1) return under
    const ground = mix(mist, colour, Math.min(1, below / (height * 0.16)))
    return mix(under, ground, clamp(below + 0.5))
  }
}

/** Colours of somebody's head and shoulders. */
export interface Portrait {
  back: readonly [string, string]
  skin: string
  hair: string
  coat: string
  longHair: boolean
}

/** A head and shoulders as a JPEG of 400 pixels square. */
export async function portrait(of: Portrait): Promise<Buffer> {
  const canvas = new Canvas(400, 400)
  const [skin, hair, coat] = [colourOf(of.skin), colourOf(of.hair), colourOf(of.coat)]
  const [from, to] = [colourOf(of.back[0]), colourOf(of.back[1])]
  canvas.paint((x, y) => mix(from, to, (x + y) / 800))
  canvas.ellipse(300, 90, 190, 190, [255, 255, 255], 0.14)
  if (of.longHair) canvas.ellipse(200, 232, 106, 142, hair)
  canvas.ellipse(200, 430, 152, 146, coat)
  canvas.ellipse(200, 276, 34, 48, mix(skin, [60, 20, 20], 0.12))
  canvas.ellipse(200, 205, 72, 86, skin)
  canvas.ellipse(
    200,
    152,
    84,
    70,
    hair,
    1,
    (x, y) => Math.hypot((x - 214) / 66, (y - 222) / 82) > 1,
  )
  return canvas.jpeg()
}

/** A bird as a PNG of 128 pixels square. */
export async function rookEmoji(): Promise<Buffer> {
  const canvas = new Canvas(128, 128)
  const [feathers, dark]: Colour[] = [
    [86, 76, 120],
    [52, 44, 80],
  ]
  const clear: Colour = [0, 255, 0]
  canvas.paint(() => clear)
  canvas.ellipse(100, 50, 26, 9, [214, 168, 86])
  canvas.ellipse(56, 82, 42, 34, feathers!)
  canvas.ellipse(70, 46, 30, 30, feathers!)
  canvas.ellipse(20, 104, 18, 9, feathers!)
  canvas.ellipse(56, 88, 28, 18, dark!)
  canvas.ellipse(80, 42, 6, 6, [255, 255, 255])
  return canvas.pngWithout(clear)
}

class Canvas {
  readonly #width: number
  readonly #height: number
  readonly #pixels: Uint8ClampedArray

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#pixels = new Uint8ClampedArray(width * height * 3)
  }

  paint(
    colourAt: Paint,
    box = { left: 0, top: 0, right: this.#width, bottom: this.#height },
  ): void {
    const pixels = this.#pixels
    for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(this.#height, box.bottom); y++) {
      for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(this.#width, box.right); x++) {
        const at = (y * this.#width + x) * 3
        const colour = colourAt(x, y, [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!])
        pixels.set(colour, at)
      }
    }
  }

  ellipse(
    x: number,
    y: number,
    radiusX: number,
    radiusY: number,
    colour: Colour,
    strength = 1,
    holds: (x: number, y: number) => boolean = () => true,
  ): void {
    const smaller = Math.min(radiusX, radiusY)
    const box = {
      left: x - radiusX - 1,
      top: y - radiusY - 1,
      right: x + radiusX + 2,
      bottom: y + radiusY + 2,
    }
    this.paint((px, py, under) => {
      const inside = (1 - Math.hypot((px - x) / radiusX, (py - y) / radiusY)) * smaller
      const cover = holds(px, py) ? clamp(inside + 0.5) * strength : 0
      return mix(under, colour, cover)
    }, box)
  }

  /** Two wings. @param size half the span, in pixels */
  bird(x: number, y: number, size: number, colour: Colour): void {
    const box = { left: x - size - 1, top: y - size, right: x + size + 2, bottom: y + size }
    this.paint((px, py, under) => {
      const out = Math.abs(px - x) / size
      if (out > 1) return under
      const wing = y - size * 0.55 * Math.sin(Math.sqrt(out) * 2.4) * (1 - out * 0.35)
      const thickness = size * 0.13 * (1 - out) + 0.5
      return mix(under, colour, clamp(thickness - Math.abs(py - wing) + 0.5))
    }, box)
  }

  jpeg(): Promise<Buffer> {
    const raw = { width: this.#width, height: this.#height, channels: 3 } as const
    return sharp(this.#pixels, { raw }).jpeg({ quality: 88 }).toBuffer()
  }

  /** A PNG in which pixels of this colour are transparent. */
  pngWithout([red, green, blue]: Colour): Promise<Buffer> {
    const raw = { width: this.#width, height: this.#height, channels: 4 } as const
    const data = Buffer.alloc(this.#width * this.#height * 4, 255)
    for (let at = 0; at < data.length / 4; at++) {
      const pixel = this.#pixels.subarray(at * 3, at * 3 + 3)
      data.set(pixel, at * 4)
      const isClear = pixel[0] === red && pixel[1] === green && pixel[2] === blue
      if (isClear) data[at * 4 + 3] = 0
    }
    return sharp(data, { raw }).png().toBuffer()
  }
}

function colourOf(name: string): Colour {
  const number = Number.parseInt(name.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

function mix(a: Colour, b: Colour, share: number): Colour {
  if (share <= 0) return a
  return [0, 1, 2].map((at) => a[at]! + (b[at]! - a[at]!) * share) as unknown as Colour
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** The same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 7919 + 13
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
