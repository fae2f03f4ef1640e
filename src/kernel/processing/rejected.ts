import { Unprocessable } from '../base/errors.ts'

const messages = {
  unsupported: 'File has a type that is not supported here',
  'no-ffmpeg': 'File cannot be taken: this server handles images, but no video or audio',
  'too-large': 'File is too large',
  'too-many-pixels': 'File has too many pixels',
  'too-many-frames': 'File has too many frames a second',
  'too-long': 'File is too long or takes too long to convert',
  undecodable: 'File is damaged or cannot be decoded',
  'bad-data-uri': 'File is not a base64 data URI',
} as const

export type RejectionReason = keyof typeof messages

/** 422: an upload that is refused; the same bytes are refused again (S-346, S-348). */
export class MediaRejected extends Unprocessable {
  readonly reason: RejectionReason

  constructor(reason: RejectionReason, options?: { cause?: unknown }) {
    super(`Validation failed: ${messages[reason]}`, options)
    this.reason = reason
  }
}
