import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { StorageFull } from '../base/errors.ts'
import { MediaRejected, type RejectionReason } from './rejected.ts'

// Messages of the programs when a limit of `inputArguments` applies.
const refusals: readonly { says: RegExp; reason: RejectionReason }[] = [
  { says: /not on whitelist/, reason: 'unsupported' },
  { says: /exceeds specified max pixel count/, reason: 'too-many-pixels' },
]

/** The two programs, by absolute path. */
export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
}

export interface RunOptions {
  /** after which the program is killed */
  seconds: number
  /** ends the program early; the call then throws the signal's reason */
  signal?: AbortSignal | undefined
}

const neededEncoders = ['libx264', 'aac', 'libmp3lame']
const mostOutput = 32 * 1024 * 1024 // bytes on standard output: a frame, or a description in JSON
const mostMessages = 4096 // bytes stored of standard error

/**
 * Looks for ffmpeg and ffprobe in the folders of PATH.
 *
 * @returns null if one is missing or cannot write H.264, AAC and MP3: then only images are accepted
 */
export async function findFfmpeg(path: string = process.env.PATH ?? ''): Promise<Ffmpeg | null> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  for (const folder of path.split(delimiter).filter((entry) => entry !== '')) {
    const found = {
      ffmpeg: join(folder, `ffmpeg${suffix}`),
      ffprobe: join(folder, `ffprobe${suffix}`),
    }
    if ((await isExecutable(found.ffmpeg)) && (await isExecutable(found.ffprobe))) {
      return (await writesWhatIsNeeded(found)) ? found : null
    }
  }
  return null
}

const foundIn = new Map<string, Promise<Ffmpeg | null>>()

/** Looks for them in this PATH at its first call, and gives that answer to all. */
export function installedFfmpeg(path: string = process.env.PATH ?? ''): Promise<Ffmpeg | null> {
  const found = foundIn.get(path) ?? findFfmpeg(path)
  foundIn.set(path, found)
  return found
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function writesWhatIsNeeded({ ffmpeg }: Ffmpeg): Promise<boolean> {
  const output = await runTool(ffmpeg, ['-hide_banner', '-encoders'], { seconds: 60 }).catch(
    () => '',
  )
  const encoders = String(output).split(/\s+/)
  return neededEncoders.every((name) => encoders.includes(name))
}

/**
 * Runs one of the programs at low priority and without the server's environment, so that a malicious file
 * finds no secrets there.
 *
 * @returns its standard output
 * @throws MediaRejected if it fails, writes too much or does not end in time
 * @throws StorageFull if it had no space for its file
 */
export async function runTool(file: string, args: string[], options: RunOptions): Promise<Buffer> {
  const deadline = AbortSignal.timeout(options.seconds * 1000)
  const outcome = await runToEnd(file, args, AbortSignal.any([deadline, ...given(options.signal)]))
  if (outcome.code === 0) return outcome.output
  options.signal?.throwIfAborted()
  if (deadline.aborted) throw new MediaRejected('too-long')
  const cause = new Error(outcome.messages || `exit code ${outcome.code}`)
  if (/no space left on device|disk quota exceeded/i.test(outcome.messages)) {
    throw new StorageFull({ cause })
  }
  // Another process ended it (ffmpeg exits with 255 on SIGTERM), which says nothing about the file.
  const isEnded = (outcome.code === null || outcome.code === 255) && !outcome.isTooMuch
  if (isEnded) throw new Error(`${file} was ended from outside`, { cause })
  const refusal = refusals.find(({ says }) => says.test(outcome.messages))
  throw new MediaRejected(refusal?.reason ?? 'undecodable', { cause })
}

interface Outcome {
  /** null if a signal ended it */
  code: number | null
  output: Buffer
  messages: string
  isTooMuch: boolean
}

function runToEnd(file: string, args: string[], signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH }
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    child.on('error', reject)
    const kill = () => child.kill('SIGKILL')
    const chunks: Buffer[] = []
    let [size, messages] = [0, '']
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= mostOutput) chunks.push(chunk)
      else kill()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      messages = (messages + chunk.toString('latin1')).slice(-mostMessages)
    })
    child.on('close', (code) => {
      signal.removeEventListener('abort', kill)
      resolve({ code, output: Buffer.concat(chunks), messages, isTooMuch: size > mostOutput })
    })
    if (signal.aborted) kill()
    signal.addEventListener('abort', kill)
    yieldProcessor(child.pid)
  })
}

/** Gives requests precedence over conversions. */
function yieldProcessor(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, 10)
  } catch {
    // It has ended already, or this system does not permit it: it then runs at normal priority.
  }
}

function given<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value]
}
