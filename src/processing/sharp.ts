import type { Sharp, SharpConstructor, SharpOptions } from 'sharp'
import { createGate } from './gate.ts'
import type { MediaInput } from './input.ts'
import { mediaLimits } from './limits.ts'
import { MediaRejected } from './rejected.ts'

export type { Sharp }

const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

const options: SharpOptions = {
  limitInputPixels: mediaLimits.imagePixels,
  failOn: 'error',
  sequentialRead: true,
}

// For the whole process, because what it protects is: libuv's threads and the memory. Two pictures
// of the largest size take about 300 MB while they are rotated.
const gate = createGate(2)

/** Runs work on a picture when its turn has come; such work must not wait for more of its kind. */
export const inTurn = gate

/**
 * Opens a picture for reading. sharp is loaded when the first one comes (100 ms, 30 MB), and can
 * then read only the formats that are taken here, whatever the bytes say (A42).
 *
 * @param isAnimated reads all frames, as one column of pictures; otherwise the first
 */
export async function openPicture(input: MediaInput, isAnimated = false): Promise<Sharp> {
  const sharp = await loadSharp()
  const source = input instanceof Uint8Array ? input : input.path
  return sharp(source, { ...options, animated: isAnimated }).timeout({ seconds: 60 })
}

// Once and for the whole process too: while loaders are blocked and unblocked again, a picture that
// another thread is reading would be refused.
let loaded: Promise<SharpConstructor> | undefined

function loadSharp(): Promise<SharpConstructor> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: readers })
    return sharp
  })
  return loaded
}

/**
 * Waits for what sharp reads or writes.
 *
 * @throws MediaRejected in place of sharp's errors, which have no class or code of their own
 */
export async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : ''
    if (/pixel limit/i.test(text)) throw new MediaRejected('too-many-pixels', { cause })
    if (/timeout/i.test(text)) throw new MediaRejected('too-long', { cause })
    if (/unsupported image format/i.test(text)) throw new MediaRejected('unsupported', { cause })
    throw new MediaRejected('undecodable', { cause })
  }
}
