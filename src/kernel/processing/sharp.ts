import type { Sharp, SharpConstructor, SharpOptions } from 'sharp'
import type { MediaInput } from './input.ts'
import { mediaLimits } from './limits.ts'
import { MediaRejected } from './rejected.ts'
import { createSemaphore } from './semaphore.ts'

export type { Sharp }

const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)

const options: SharpOptions = {
  limitInputPixels: mediaLimits.imagePixels,
  failOn: 'error',
  sequentialRead: true,
}

// For the whole process, because libuv's threads and the memory are shared. Two pictures of the largest size take
// about 300 MB while they are rotated.
const semaphore = createSemaphore(2)

/** Runs work on a picture when a slot is free; such work must not call `inTurn` again. */
export const inTurn = semaphore

/**
 * Opens a picture for reading. sharp is loaded at the first call (100 ms, 30 MB), and can then read only the
 * accepted formats, whatever the bytes claim (A42).
 *
 * @param isAnimated reads all frames, as one column of pictures; otherwise the first
 */
export async function openPicture(input: MediaInput, isAnimated = false): Promise<Sharp> {
  const sharp = await loadSharp()
  const source = input instanceof Uint8Array ? input : input.path
  return sharp(source, { ...options, animated: isAnimated }).timeout({ seconds: 60 })
}

// Once for the whole process too: while loaders are blocked and unblocked again, a picture that another thread is
// reading would be refused.
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
 * Waits for a read or write of sharp.
 *
 * @throws MediaRejected in place of sharp's errors, which have no class or code
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
