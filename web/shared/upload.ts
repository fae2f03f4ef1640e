import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import type { MediaAttachment } from './entities/api.ts'
import { checkSession, currentCsrfToken } from './session.ts'

/** ms between looks at what the server still converts */
const PAUSE = 1000

export interface UploadSteps {
  /** how much of it the server has, 0 to 1 */
  onProgress: (part: number) => void
  /** the server has all of it and converts it, as films are */
  onProcessing: (media: MediaAttachment) => void
  signal: AbortSignal
}

/**
 * Sends a file to the server and waits until it can be shown (S-347).
 * @throws ApiError; DOMException AbortError if it was cancelled
 */
export async function uploadMedia(file: File, steps: UploadSteps): Promise<MediaAttachment> {
  const answer = await sendAgainIfRenewed(file, steps)
  if (answer.status === 200) return answer.media
  steps.onProcessing(answer.media)
  return processed(answer.media.id, steps.signal)
}

interface Answer {
  status: number
  media: MediaAttachment
}

/** A session that was renewed meanwhile has another token. */
async function sendAgainIfRenewed(file: File, steps: UploadSteps): Promise<Answer> {
  try {
    return await sendFile(file, steps)
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (!isRefused || (await checkSession()) !== 'renewed') throw error
    return sendFile(file, steps)
  }
}

/** By XMLHttpRequest, as `fetch` tells nothing of how far an upload is. */
function sendFile(file: File, { onProgress, signal }: UploadSteps): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append('file', file, file.name)
    request.open('POST', '/api/v2/media')
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-csrf-token', currentCsrfToken())
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new ApiError(0, {}))
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const { status, response } = request
      const isTaken = (status === 200 || status === 202) && response !== null
      if (isTaken) resolve({ status, media: response as MediaAttachment })
      else reject(new ApiError(status, (response as Record<string, unknown> | null) ?? {}))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

/** Asks until it is converted. @throws ApiError if it cannot be */
export async function processed(id: string, signal: AbortSignal): Promise<MediaAttachment> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    signal.throwIfAborted()
    const media = await api.get<MediaAttachment>(`/api/v1/media/${id}`)
    if (media.url !== null) return media
  }
}
